// Boolean Dice: lines put together by taps, one's own dice under the hand, and the chess clock.
(() => {
  const all = (what, from = document) => [...from.querySelectorAll(what)];
  const parts = (form) => all("input, .bd-flip", form);
  const kept = new Map(); // What is chosen and not entered yet, by line: it outlasts a swap.
  function make(form) {
    const words = [form.dataset.line];
    for (const set of all("fieldset", form)) {
      const { word, join = " ", glue = " ", least = 1, full, after } = set.dataset;
      const chosen = all(":checked, .bd-flip", set).map((it) => it.value);
      const text = chosen.join(join);
      const fold = set.closest("details[name]");
      if (fold) fold.firstElementChild.dataset.chosen = text;
      if (chosen.length < least || /^\?*$/.test(text) || (full === "" && text.includes("?")) || (after === "" && words.length < 2)) continue;
      words.push(word ? word + glue + text : text);
    }
    const button = all("[name=line]", form)[0];
    button.value = words.join(" ");
    button.disabled = words.length <= form.dataset.needs;
  }
  function face(flip, value) {
    flip.value = value;
    flip.ariaLabel = `${flip.dataset.face}: ${{ w: "white", b: "black", "?": "unseen" }[value]}`;
  }
  function changed(at) {
    const form = at.closest(".bd-made");
    if (!form) return;
    make(form);
    kept.set(form.dataset.line, parts(form).map((it) => [it.value, it.checked]));
  }
  document.addEventListener("change", ({ target }) => {
    const one = target.closest(".bd [data-one]");
    if (one && target.checked) all(":checked", one).forEach((it) => { it.checked = it === target; });
    changed(target);
    const fold = one && target.checked && one.closest("details[name]"); // Of several folds, one is open.
    if (fold && fold.nextElementSibling) fold.nextElementSibling.open = true;
  });
  let open = false; // Whether this player looks at the dice of one's own.
  const cover = () => all(".bd-mine").forEach((it) => { it.open = open; });
  document.addEventListener("click", ({ target }) => {
    const [flip, mine, run] = [".bd-flip", ".bd-mine > summary", ".bd-run"].map((it) => target.closest(it));
    if (flip) { face(flip, { "?": "w", w: "b", b: "?" }[flip.value]); changed(flip); }
    if (mine) open = !mine.parentNode.open;
    if (run) begin(JSON.parse(run.parentNode.dataset.clock), run.dataset.minutes * 60);
  });
  document.addEventListener("submit", ({ target }) => {
    kept.delete(target.dataset.line);
    all("details[name]", target).slice(0, 1).forEach((it) => { it.open = true; });
  }, true);
  document.addEventListener("visibilitychange", () => { if (document.hidden) { open = false; cover(); } });
  document.addEventListener("table", () => {
    cover();
    for (const form of all(".bd-made")) {
      const now = parts(form);
      (kept.get(form.dataset.line) || []).forEach(([value, checked], place) => {
        const it = now[place];
        if (it && checked === undefined && it.dataset.face) face(it, value);
        else if (it && it.value === value) it.checked = checked;
      });
      make(form);
    }
  });

  // The clock: what is left in seconds, whose time runs, and since when. A page that goes keeps it.
  const KEY = "companion.clock";
  let clock, box;
  const left = (side) => Math.max(0, clock.left[side] - (clock.since && side === clock.side ? (Date.now() - clock.since) / 1000 : 0));
  const words = (time) => `${Math.floor(Math.ceil(time) / 60)}:${String(Math.ceil(time) % 60).padStart(2, "0")}`;
  function turn(side, runs) {
    Object.assign(clock, { left: [left(0), left(1)], side, since: runs && Date.now() });
    localStorage.setItem(KEY, JSON.stringify(clock));
    show();
  }
  function show() {
    clock.names.forEach((name, side) => {
      const half = box.children[side ? 0 : 2];
      half.classList.toggle("on", side === clock.side);
      half.firstChild.textContent = words(left(side));
      half.lastChild.textContent = name;
    });
    all(".go", box)[0].textContent = clock.since ? "Pause" : "Start";
    if (clock.since && !left(clock.side)) stop();
  }
  function stop() {
    const line = clock.handles.map((who, side) => ` ${who} ${words(left(side))}`).join("");
    localStorage.removeItem(KEY);
    clock = null;
    box.remove();
    enter(`clock${line}`);
  }
  function begin(options, time) {
    clock = { since: 0, ...options, play };
    if (!clock.left.length) clock.left = [time, time];
    box = document.createElement("dialog");
    box.className = "bd-clock";
    const half = (name) => `<button class="half ${name}"><b></b><span></span></button>`;
    box.innerHTML = `${half("far")}<p><button class="go"></button><button class="end">Stop, and enter the times</button></p>${half("")}`;
    box.oncancel = (event) => event.preventDefault();
    box.onclick = ({ target }) => {
      const at = target.closest("button");
      if (!at) return;
      const side = at.matches(".far") ? 1 : 0;
      if (at.matches(".end")) stop();
      else if (at.matches(".go")) turn(clock.side, !clock.since);
      else if (!clock.since) turn(side, false);
      else if (side === clock.side) turn(1 - side, true);
    };
    document.body.append(box);
    box.showModal();
    show();
  }
  setInterval(() => clock && show(), 200);
  try {
    const was = JSON.parse(localStorage.getItem(KEY));
    if (was.play === play) begin(was);
  } catch { /* no clock was running */ }
})();
