// Dice Box: a die is chosen, and the squares where it fits light up; a roll is tapped die by die.
(() => {
  const all = (what, at = document) => [...at.querySelectorAll(what)];
  const color = (die) => die.ariaLabel.split(" ")[0];
  let chosen = "";
  let entered = [];
  let line = "";

  function light(die) {
    const squares = die ? die.dataset.squares.split(" ") : [];
    chosen = die ? die.value : "";
    all("[data-squares]").forEach((it) => it.setAttribute("aria-pressed", it === die));
    all("[data-square]").forEach((it) => {
      it.disabled = !squares.includes(it.dataset.square);
      it.value = chosen + it.dataset.square;
    });
    all("#db-hint").forEach((it) => {
      it.textContent = die ? `${die.ariaLabel} on ${squares.join(", ")}` : "choose one, then a square";
    });
  }

  // Dice whose colour is not known, counted under no name, may have any.
  function draw(pad) {
    if (pad.dataset.line !== line) entered = [];
    line = pad.dataset.line;
    const counts = JSON.parse(pad.dataset.counts);
    const left = { ...counts };
    entered.forEach((it) => { left[left[color(it)] ? color(it) : ""] -= 1; });
    all("[name=line]", pad).forEach((it) => { it.disabled = left[color(it)] + left[""] < 1; });
    pad.querySelector(".db-entered").replaceChildren(...entered);
    pad.querySelector("[data-done]").hidden = !entered.length;
    const most = Object.values(counts).reduce((sum, it) => sum + it);
    pad.querySelector(".main").textContent = `Enter the roll: ${entered.length} of ${most}`;
  }

  function tap(key) {
    if (key.name) {
      const die = document.createElement("span");
      die.innerHTML = key.innerHTML;
      die.className = `${key.className} db-small`;
      die.role = "img";
      die.ariaLabel = key.ariaLabel;
      die.word = key.value.slice(line.length).trim();
      entered.push(die);
    } else if ("back" in key.dataset) entered.pop();
    else {
      enter(`${line} ${entered.map((it) => it.word).join(" ")}${key.dataset.more}`);
      entered = [];
    }
    draw(key.form);
  }

  document.addEventListener("click", (event) => {
    const die = event.target.closest("[data-squares]");
    const key = event.target.closest(".db-roll button");
    if (die || key) event.preventDefault();
    if (key) tap(key);
    else if (die) light(die.getAttribute("aria-pressed") === "true" ? null : die);
  });

  function shown() {
    light(all("[data-squares]").find((it) => it.value === chosen));
    all(".db-roll").forEach(draw);
  }
  document.addEventListener("table", shown);
  shown();
})();
