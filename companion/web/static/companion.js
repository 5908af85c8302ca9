// What a page does besides being read: it hears what happens at the table, says when it does not,
// and keeps what was entered while the table could not be reached. Without it, pages still work.
"use strict";

const SILENCE = 11000; // The table is heard every 5 s; longer than this, what is shown may be old.
const QUEUE = "companion.waiting";
const body = document.body;
const play = body.dataset.play;
const live = document.getElementById("live");
const $ = (id) => document.getElementById(id);

let shown = Number(body.dataset.entries || 0);
let known = shown; // The number of the last entry that was heard of.
let heardAt = Date.now();
let source = null;
let wait = 1000;
let fetching = false;
let locked = false;

// What is shown, and how old it is

function clock(time) {
  return new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

function tellLink(state, words) {
  const link = $("link");
  link.hidden = !play;
  link.className = "link " + state;
  link.textContent = words;
}

function fresh() {
  heardAt = Date.now();
  if (shown < known) return;
  body.classList.remove("is-behind");
  $("behind").hidden = true;
  tellLink("live", "live");
}

function behind(why) {
  if (!live) return tellLink("off", "not connected");
  const told = `${why} This is entry ${shown}, as it was at ${clock(heardAt)}.`;
  body.classList.add("is-behind");
  if ($("behind").hidden || $("behind").dataset.why !== why) {
    $("behind").textContent = told;
    $("behind").dataset.why = why;
  }
  $("behind").hidden = false;
  tellLink("off", "behind");
}

async function catchUp() {
  if (!live || fetching) return;
  fetching = true;
  try {
    while (shown < known) {
      const board = body.classList.contains("board") ? "?board=1" : "";
      const answer = await fetch(`/play/${encodeURIComponent(play)}/live${board}`, { cache: "no-store" });
      if (answer.status === 401) return closed();
      if (!answer.ok) throw new Error(String(answer.status));
      const number = Number(answer.headers.get("x-entries"));
      swap(await answer.text());
      shown = number;
      known = Math.max(known, number);
    }
    fresh();
  } catch {
    behind("The table cannot be reached.");
  } finally {
    fetching = false;
  }
}

function swap(html) {
  const at = document.activeElement;
  const key = live.contains(at) ? at.value || at.getAttribute("href") || at.id : "";
  const open = [...live.querySelectorAll("details")].map((it) => it.open);
  live.innerHTML = html;
  live.querySelectorAll("details").forEach((it, place) => { if (place in open) it.open = open[place]; });
  if (key) {
    const again = [...live.querySelectorAll("button, a, input, summary")]
      .find((it) => (it.value || it.getAttribute("href") || it.id) === key);
    if (again) again.focus({ preventScroll: true });
  }
  document.dispatchEvent(new Event("table"));
}

// Hearing

function listen() {
  if (!play || locked) return;
  if (source) source.close();
  source = new EventSource(`/api/events?play=${encodeURIComponent(play)}&after=${known}`);
  const mine = source;
  source.addEventListener("entry", (event) => {
    const told = JSON.parse(event.data);
    known = Math.max(known, told.entries);
    heardAt = Date.now();
    $("heard").textContent = told.line;
    catchUp();
  });
  source.addEventListener("now", (event) => {
    const told = JSON.parse(event.data);
    wait = 1000;
    known = Math.max(known, told.entries);
    if (shown < known) catchUp(); else fresh();
    other(told.current);
    send();
  });
  source.onerror = () => {
    if (mine !== source) return;
    behind("The table cannot be reached.");
    if (source.readyState === EventSource.CLOSED) retry();
  };
}

function retry() {
  if (source) source.close();
  source = null;
  setTimeout(probe, wait);
  wait = Math.min(wait * 2, 8000);
}

async function probe() {
  if (locked || source) return;
  try {
    const answer = await fetch("/static/companion.css", { method: "HEAD", cache: "no-store" });
    if (answer.status === 401) return closed();
    listen();
  } catch {
    behind("The table cannot be reached.");
    retry();
  }
}

function closed() {
  locked = true;
  if (source) source.close();
  const left = waiting().length;
  behind("This table was closed, or has a new code: scan it again."
    + (left ? ` ${left} not sent yet: kept on this phone.` : ""));
}

function other(current) {
  const note = $("other");
  if (!live || !current || current === play) { if (note) note.remove(); return; }
  if (note) return;
  const told = document.createElement("p");
  told.id = "other";
  told.className = "notice";
  const link = document.createElement("a");
  link.href = body.classList.contains("board") ? "/board" : `/play/${encodeURIComponent(current)}`;
  link.textContent = `Another play is at hand: ${current}`;
  told.append(link);
  live.before(told);
}

setInterval(() => {
  if (!play || locked) return;
  if (Date.now() - heardAt > SILENCE) {
    behind("Nothing was heard from the table for a while.");
    if (source && Date.now() - heardAt > SILENCE + 2000) { source.close(); source = null; probe(); }
  }
}, 1000);

function awake() {
  if (locked || !play || document.visibilityState !== "visible") return;
  if (Date.now() - heardAt > 6000 || !source) {
    behind("Looking what has happened meanwhile.");
    if (source) source.close();
    source = null;
    wait = 1000;
    probe();
  }
}
document.addEventListener("visibilitychange", awake);
addEventListener("pageshow", (event) => { if (event.persisted) { shown = -1; awake(); } });
addEventListener("online", awake);
addEventListener("offline", () => { if (play) behind("This phone is in no network."); });

// Entering: a line is kept on the phone until the table has answered, under an id of its own

function waiting() {
  try { return JSON.parse(localStorage.getItem(QUEUE)) || []; } catch { return []; }
}

function keep(lines) {
  try { localStorage.setItem(QUEUE, JSON.stringify(lines)); } catch { /* full, or not allowed */ }
  showWaiting(lines);
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function showWaiting(lines) {
  const old = lines.filter((it) => Date.now() - it.at > 400);
  const box = $("waiting");
  box.hidden = !old.length;
  box.replaceChildren(...old.map((it) => {
    const told = document.createElement("p");
    told.textContent = `Waiting to be sent: ${it.secret ? "…" : it.line}`;
    return told;
  }));
  if (lines.length && !old.length) setTimeout(() => showWaiting(waiting()), 500);
}

function enter(line, then) {
  keep([...waiting(), { id: newId(), line, play, after: shown, at: Date.now(), then }]);
  return send();
}

let sending = false;
async function send() {
  if (sending || locked) return;
  sending = true;
  try {
    for (let lines = waiting(); lines.length; lines = waiting()) {
      const [first] = lines;
      let answer;
      try {
        answer = await fetch("/api/entries", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ line: first.line, play: first.play, id: first.id, after: first.after, html: true }),
        });
      } catch {
        showWaiting(waiting());
        if (play) behind("The table cannot be reached.");
        return void setTimeout(send, 2000);
      }
      if (answer.status === 401) return closed();
      if (answer.status === 429 || answer.status >= 500) return void setTimeout(send, 1500);
      let told;
      try { told = await answer.json(); } catch { told = {}; }
      keep(waiting().filter((it) => it.id !== first.id));
      answered(first, answer, told);
      if (answer.status === 413 || answer.status === 403) return;
    }
  } finally {
    sending = false;
  }
}

function answered(sent, answer, told) {
  const late = Date.now() - sent.at > 5000;
  if (answer.ok && told.play && told.play !== play) {
    location.href = `/play/${encodeURIComponent(told.play)}`;
    return;
  }
  if (answer.ok && told.play === play) known = Math.max(known, told.entries);
  catchUp();
  const only = answer.ok && !late && /^(score|next|pass|first|undo|redo)\b/.test(sent.line) && !(told.warnings || []).length;
  if (only && live) { hush(); return; }
  if (answer.ok && sent.then && !/class="blocks"/.test(told.html || "") && !(told.warnings || []).length) {
    location.href = sent.then;
    return;
  }
  say(told.html || `<div class="refusal"><p>${answer.status}</p></div>`, !answer.ok);
}

function say(html, important) {
  const box = $("said");
  box.innerHTML = html;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "close";
  close.textContent = "Close";
  close.onclick = hush;
  box.prepend(close);
  box.hidden = false;
  if (important) box.focus();
}

function hush() { $("said").hidden = true; }

function word(text) { return `"${text.trim().replace(/\s+/g, " ").replace(/[\\"]/g, "\\$&")}"`; }

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form.say")) return;
  event.preventDefault();
  const by = event.submitter;
  let line = (by && by.name === "line" ? by.value : new FormData(form).get("line") || "").trim();
  if (!line) return;
  for (const field of form.elements) {
    if (field.name && field.name !== "line" && field.name !== "house") line = line.replaceAll(`{${field.name}}`, word(field.value));
  }
  if (form.elements.house && form.elements.house.value.trim()) line += ` --house ${word(form.elements.house.value)}`;
  hush();
  enter(line, form.dataset.then);
});

document.addEventListener("keydown", (event) => { if (event.key === "Escape") hush(); });

// The number pad

const pad = $("pad");
let padFor = "";
let digits = "";
function showDigits() { $("pad-shown").textContent = digits || "0"; }
document.addEventListener("click", (event) => {
  const who = event.target.closest("[data-pad]");
  if (who && pad && pad.showModal) {
    event.preventDefault();
    padFor = who.dataset.pad;
    digits = "";
    $("pad-name").textContent = `Points of ${who.dataset.name}`;
    showDigits();
    pad.querySelector("[data-first]").hidden = !document.querySelector('button[value="pass"]');
    pad.showModal();
    return;
  }
  const key = event.target.closest("#pad [data-key]");
  if (key) {
    digits = key.dataset.key === "back" ? digits.slice(0, -1) : (digits + key.dataset.key).slice(0, 4);
    showDigits();
    return;
  }
  if (event.target.closest("#pad [data-first]")) {
    pad.close();
    enter(`first ${padFor}`);
    return;
  }
  const sign = event.target.closest("#pad [data-sign]");
  if (sign && digits) {
    pad.close();
    enter(`score ${padFor} ${sign.dataset.sign}${Number(digits)}`);
  }
});

// A line that is typed, with what may come next

let asked = 0;
document.addEventListener("input", async (event) => {
  const at = event.target;
  if (at.id === "line" && play) {
    const mine = ++asked;
    try {
      const answer = await fetch(`/api/offers?play=${encodeURIComponent(play)}&line=${encodeURIComponent(at.value)}`);
      const told = await answer.json();
      if (mine !== asked || !told.offers) return;
      $("words").replaceChildren(...told.offers.slice(0, 12).map((it) => {
        const option = document.createElement("option");
        option.value = at.value.slice(0, told.start) + it.word;
        option.label = it.about || it.word;
        return option;
      }));
    } catch { /* typing goes on without */ }
  }
  if (at.id === "q") {
    const mine = ++asked;
    await new Promise((done) => setTimeout(done, 180));
    if (mine !== asked || at.value.trim().length < 2) return;
    try {
      const answer = await fetch(`/lookup?part&q=${encodeURIComponent(at.value)}`);
      const html = await answer.text();
      if (mine === asked) $("found").innerHTML = html;
    } catch { /* the button still works */ }
  }
});

showWaiting(waiting());
if (play) {
  tellLink("checking", "connecting");
  listen();
}
send();
