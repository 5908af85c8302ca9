// A Little White Die: steps over the guesses that rise, the options of a list; top cards by taps.
(() => {
  const all = (what, at = document) => [...at.querySelectorAll(what)];
  let cards = [];
  let of = "";

  function halves(option) {
    const [count, number] = option.value.split(" ").pop().split("x");
    return [Number(count), Number(number) || 1000]; // Power cards come after all numbers.
  }

  // The nearest guess that way: the other half changes only where it must.
  function next(list, half, by) {
    const from = halves(list.selectedOptions[0]);
    const far = (it, part) => Math.abs(halves(it)[part] - from[part]);
    return [...list.options]
      .filter((it) => (halves(it)[half] - from[half]) * by > 0 && (half || far(it, 1) < 900))
      .sort((a, b) => far(a, half) - far(b, half) || far(a, 1 - half) - far(b, 1 - half))[0];
  }

  function step(box) {
    const list = box.querySelector("select");
    if (list.selectedIndex < 0) list.selectedIndex = 0; // What was chosen rises no more.
    const now = list.selectedOptions[0];
    list.hidden = box.querySelector("label").hidden = true;
    box.querySelector(".lwd-stepper").hidden = false;
    now.textContent.split(" × ").forEach((words, half) => { all("output", box)[half].textContent = words; });
    all("[data-step]", box).forEach((it) => { it.disabled = !next(list, +it.dataset.step, +it.dataset.by); });
    box.querySelector("[data-about]").textContent = now.dataset.about;
    box.querySelector(".main").textContent = `Guess ${now.textContent}`;
  }

  function reveal(box) {
    const line = box.dataset.line;
    if (of !== line) cards = [];
    of = line;
    box.hidden = false;
    let at = 0;
    const hands = all("[data-hand]", box).map((it) => {
      const dice = +it.dataset.dice;
      const hand = cards.slice(at, at += dice);
      it.lastElementChild.textContent = hand.join(" ").toUpperCase().replaceAll("W", "★") + " ·".repeat(dice - hand.length);
      return `${it.dataset.hand}=${hand}`;
    });
    all("[data-card]", box).forEach((it) => { it.disabled = it.dataset.card ? cards.length >= at : !cards.length; });
    const done = box.querySelector("[data-reveal]");
    done.disabled = cards.length < at;
    done.dataset.reveal = `${line} ${hands.join(" ")}`;
  }

  function shown() {
    all(".lwd-guess").forEach(step);
    if (!all(".lwd-reveal").map(reveal).length) cards = [];
  }

  document.addEventListener("click", (event) => {
    const it = event.target.closest("[data-step], [data-card], [data-reveal]");
    if (!it) return;
    const { step: half, by, card, reveal: line } = it.dataset;
    if (half) next(it.closest(".lwd-guess").querySelector("select"), +half, +by).selected = true;
    else if (line) enter(line);
    else if (card) cards.push(card);
    else cards.pop();
    shown();
  });
  document.addEventListener("table", shown);
  shown();
})();
