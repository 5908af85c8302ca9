// A page hears what happens at the table, and keeps what is entered while that cannot be reached.
// Without a script, pages still work.
"use strict";

const SILENCE = 11000; // The table is heard every 5 s; after this, what is shown may be old.
const PATIENCE = 8000; // How long an answer may take.
const QUEUE = "companion.waiting.";
const body = document.body;
const play = body.dataset.play;
const $ = (id) => document.getElementById(id);
const live = $("live");
const area = live || (location.pathname.startsWith("/play/") ? $("main") : null); // What grows old.

let shown = Number(body.dataset.entries || 0);
let known = shown; // The number of the last entry that was heard of.
let boxes; // What the group's boxes were like.
let arrived; // How often another computer sent something.
let heardAt = Date.now();
let source = null;
let wait = 1000;
let stale = false; // Whether something else has changed that is shown.
let fetching = false;
let heldAt = 0; // Since when a finger is on something: what is under it stays until it is lifted.
let locked = false;

async function ask(url, options) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { cache: "no-store", ...options, signal: stop.signal });
    return [answer, await answer.text()];
  } finally {
    clearTimeout(late);
  }
}

// What is shown, and how old it is

function clock(time) {
  return new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

function showLink(state, words) {
  const link = $("link");
  link.hidden = !play;
  link.className = "link " + state;
  link.textContent = words;
}

function fresh() {
  heardAt = Date.now();
  if (area && (shown < known || stale)) return;
  body.classList.remove("is-behind");
  $("behind").hidden = true;
  showLink("live", "live");
}

function behind(why) {
  if (!area) return showLink("off", "not connected");
  body.classList.add("is-behind");
  if ($("behind").hidden || $("behind").dataset.why !== why) {
    $("behind").textContent = `${why} You see entry ${shown}, as it was at ${clock(heardAt)}.`;
    $("behind").dataset.why = why;
  }
  $("behind").hidden = false;
  showLink("off", "behind");
}

async function catchUp() {
  if (!area || fetching || isHeld()) return;
  fetching = true;
  const slow = setTimeout(behind, 700, "Something was entered.");
  try {
    while (shown < known || stale) {
      const wanted = known;
      stale = false;
      const board = body.classList.contains("board") ? "?board=1" : "";
      const url = live ? `/play/${encodeURIComponent(play)}/live${board}` : location.href;
      const [answer, html] = await ask(url);
      if (answer.status === 401) return closed();
      if (!answer.ok) throw new Error(String(answer.status));
      if (isHeld()) return; // Lifting the finger asks again.
      const number = Number(answer.headers.get("x-entries"));
      if (live) swap(html); else renew(html);
      shown = number;
      // A log that was put back is shorter than it was.
      known = number < wanted ? number : Math.max(known, number);
    }
    fresh();
  } catch {
    stale = true;
    behind("The table cannot be reached.");
  } finally {
    clearTimeout(slow);
    fetching = false;
  }
}

// A page that was read: the line that is being typed on it stays.
function renew(html) {
  const main = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const form = area.querySelector(":scope > form.composed");
  const again = main.querySelector(":scope > form.composed");
  if (!form || !again) return swap(main.innerHTML);
  while (form.nextSibling) form.nextSibling.remove();
  while (again.nextSibling) area.append(again.nextSibling);
}

function isHeld() { return Date.now() - heldAt < 2000; }
addEventListener("pointerdown", () => { heldAt = Date.now(); }, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => { heldAt = 0; if (shown < known || stale) catchUp(); }), true);
}

// What is chosen or typed in such a part outlasts a swap, for as long as the part is the same one.
function kept() {
  return [...area.querySelectorAll("[data-kept]")].map((it) => [it.dataset.kept, [...it.querySelectorAll("input:not([type=hidden]), textarea, select")]]);
}

// The part in which somebody types stays on the page: everything around it is replaced. False where
// the new page has it elsewhere.
function replaceAround(part, twin, fresh) {
  const path = (it, top) => (it === top ? [] : [...path(it.parentNode, top), it]);
  const [kept, news] = [path(part, area), path(twin, fresh)];
  if (kept.length !== news.length || kept.some((it, depth) => it.nodeName !== news[depth].nodeName)) return false;
  kept.forEach((it, depth) => {
    const around = [...news[depth].parentNode.childNodes];
    const here = around.indexOf(news[depth]);
    for (const old of [...it.parentNode.childNodes]) if (old !== it) old.remove();
    it.before(...around.slice(0, here));
    it.after(...around.slice(here + 1));
    if (it !== part) for (const { name, value } of news[depth].attributes) if (name !== "open") it.setAttribute(name, value);
  });
  return true;
}

function swap(html) {
  const at = document.activeElement;
  const fresh = document.createElement("div");
  fresh.innerHTML = html;
  const part = area.contains(at) && at.matches("input:not([type=radio], [type=checkbox]), textarea, select") && at.closest("[data-kept]");
  const twin = part && [...fresh.querySelectorAll("[data-kept]")].find((it) => it.dataset.kept === part.dataset.kept);
  const same = (it) => (it.value || it.getAttribute("href") || it.id || "").replace(/^undo \d+$/, "undo");
  const key = area.contains(at) ? same(at) : "";
  const called = (it) => it.querySelector("summary").textContent; // Their number changes with the phase.
  const open = new Map([...area.querySelectorAll("details")].map((it) => [called(it), it.open]));
  const typed = new Map(kept().map(([name, fields]) => [name, fields.map((it) => (it.type === "radio" ? it.checked && it.value : it.value))]));
  if (!twin || !replaceAround(part, twin, fresh)) {
    if (twin) twin.replaceWith(part);
    area.replaceChildren(...fresh.childNodes);
    if (twin) at.focus({ preventScroll: true });
  }
  for (const [name, fields] of kept()) {
    (typed.get(name) || []).forEach((value, place) => {
      const it = fields[place];
      if (!it || value === false) return;
      if (it.type === "radio") it.checked = it.value === value; else it.value = value;
    });
  }
  area.querySelectorAll("details").forEach((it) => { if (open.has(called(it))) it.open = open.get(called(it)); });
  if (key && !twin) {
    const again = [...area.querySelectorAll("button, a, input, textarea, summary")]
      .find((it) => same(it) === key);
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
    const entry = JSON.parse(event.data);
    known = Math.max(known, entry.entries);
    heardAt = Date.now();
    $("heard").textContent = entry.line;
    catchUp();
  });
  source.addEventListener("now", (event) => {
    const now = JSON.parse(event.data);
    wait = 1000;
    if (now.put_back) stale = true; // A backup lies there now.
    known = now.put_back ? now.entries : Math.max(known, now.entries);
    if (boxes !== undefined && boxes !== now.boxes) stale = true;
    boxes = now.boxes;
    const { number, line } = now.arrived;
    if (number > arrived && line) {
      $("heard").textContent = line;
      if (!body.classList.contains("board")) say(oneLine([line]));
    }
    arrived = number;
    heardAt = Date.now();
    if (shown < known || stale) catchUp(); else fresh();
    other(now.current);
    send();
  });
  source.addEventListener("end", closed);
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
    const [answer] = await ask("/static/companion.css", { method: "HEAD" });
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
    + (left ? ` ${left} not sent, and kept on this phone.` : ""));
}

function other(current) {
  const note = $("other");
  if (!live || !current || current === play) { if (note) note.remove(); return; }
  if (body.classList.contains("board")) { location.replace("/board"); return; }
  if (note && note.dataset.play === current) return;
  if (note) note.remove(); // One more has begun since.
  const link = document.createElement("a"); // Over the title: nothing moves under a thumb.
  link.id = "other";
  link.dataset.play = current;
  link.href = `/play/${encodeURIComponent(current)}`;
  link.textContent = `Another play has begun: ${current}`;
  document.querySelector(".bar").append(link);
}

setInterval(() => {
  if (!play || locked) return;
  if (Date.now() - heardAt > SILENCE) {
    behind("No word from the table for a while.");
    if (source && Date.now() - heardAt > SILENCE + 2000) { source.close(); source = null; probe(); }
  }
}, 1000);

function awake(anew) {
  if (locked || !play || document.visibilityState !== "visible") return;
  if (anew || Date.now() - heardAt > 6000 || !source) {
    behind("Checking for news.");
    if (source) source.close();
    source = null;
    wait = 1000;
    probe();
  }
}
document.addEventListener("visibilitychange", () => awake(false));
addEventListener("pageshow", (event) => { if (event.persisted) awake(true); });
addEventListener("online", () => awake(true));
addEventListener("offline", () => { if (play) behind("This phone is offline."); });

// Entering: a line is kept on the phone until the table has answered, under an id of its own

const group = body.dataset.group;
const tab = ownTab();
const unkept = new Map(); // Where the phone keeps nothing for pages, this page does.
let place = 0;

function ownTab() {
  try {
    if (!sessionStorage.getItem(QUEUE)) sessionStorage.setItem(QUEUE, newId());
    return sessionStorage.getItem(QUEUE);
  } catch { return newId(); }
}

// Each line is kept in its own place: two windows never overwrite each other's.
function waiting() {
  const found = new Map(unkept);
  try {
    for (const [key, queued] of Object.entries(localStorage)) {
      if (key.startsWith(QUEUE)) found.set(key, JSON.parse(queued));
    }
  } catch { /* not allowed, or not ours */ }
  return [...found.values()].sort((one, two) => one.at - two.at || one.place - two.place);
}

function keep(it) {
  try { localStorage.setItem(QUEUE + it.id, JSON.stringify(it)); } catch { unkept.set(QUEUE + it.id, it); }
  showWaiting();
}

function forget(it) {
  unkept.delete(QUEUE + it.id);
  try { localStorage.removeItem(QUEUE + it.id); } catch { /* not allowed */ }
  showWaiting();
}

// What another window has entered is its own to send, unless that one does not.
function isOurs(it) { return it.group === group && (it.tab === tab || Date.now() - it.at > 4000); }

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

let why = ""; // What the table says, where it answers and takes nothing.
function showWaiting() {
  const lines = waiting();
  const old = lines.filter((it) => Date.now() - it.at > 400);
  const box = $("waiting");
  box.hidden = !old.length;
  const unsafe = old.some((it) => unkept.has(QUEUE + it.id));
  box.replaceChildren(...old.map((it) => {
    const row = document.createElement("p");
    const where = it.group === group ? "" : ` (at the table of ${it.group})`;
    row.textContent = `Waiting to be sent${where}: ${it.line} `;
    const never = document.createElement("button");
    never.type = "button";
    never.textContent = "Do not send";
    never.onclick = () => { forget(it); send(); };
    row.append(never);
    return row;
  }));
  if (unsafe) box.prepend("This browser saves nothing: stay on this page until it is sent. ");
  if (why && old.length) box.prepend(why);
  if (old.length < lines.length) setTimeout(showWaiting, 500);
}
addEventListener("storage", showWaiting);
addEventListener("beforeunload", (event) => { if (unkept.size) event.preventDefault(); });

function enter(line, then) {
  if (!("late" in $("said").dataset)) hush();
  keep({ id: newId(), line, play, group, tab, after: shown, at: Date.now(), place: place++, then });
  return send();
}

let sending = false;
let later = 0;
function sendLater(time) {
  clearTimeout(later);
  later = setTimeout(send, time);
}

async function send() {
  if (sending || locked) return;
  sending = true;
  try {
    for (let first; (first = waiting().find(isOurs));) {
      let answer, text;
      try {
        [answer, text] = await ask("/api/entries", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ line: first.line, play: first.play, id: first.id, after: Math.max(first.after, 0), html: true }),
        });
      } catch {
        showWaiting();
        if (play) behind("The table cannot be reached.");
        return sendLater(2000);
      }
      if (answer.status === 401) return closed();
      let reply;
      try { reply = JSON.parse(text); } catch { reply = {}; }
      why = "";
      // Only the table itself answers for good: whatever else turned it away, it is sent again.
      if (typeof reply.html !== "string" || answer.status >= 500) {
        if (answer.status !== 429) why = reply.error ? reply.error.message : `The table answers ${answer.status}.`;
        showWaiting();
        return sendLater(1500);
      }
      forget(first);
      answered(first, answer, reply);
    }
  } finally {
    sending = false;
  }
  if (waiting().some((it) => it.group === group)) sendLater(4000);
}

function answered(sent, answer, reply) {
  const late = Date.now() - sent.at > 5000;
  if (answer.ok && reply.play && reply.play !== sent.play && sent.tab === tab) {
    location.href = `/play/${encodeURIComponent(reply.play)}`;
    return;
  }
  if (answer.ok && reply.play === play) known = Math.max(known, reply.entries);
  catchUp();
  const entered = reply.entries > sent.after && !/class="blocks"/.test(reply.html); // The table shows it.
  const only = answer.ok && !late && (entered || /^(score|next|pass|first|undo|redo)\b/.test(sent.line)) && !(reply.warnings || []).length;
  if (only && area && !sent.then) return;
  const read = $("said").hidden; // A refusal of the line before is not left behind.
  if (answer.ok && sent.then && !late && read && sent.tab === tab && !/class="blocks"/.test(reply.html) && !(reply.warnings || []).length) {
    location.href = sent.then;
    return;
  }
  if (!answer.ok && sheet && sheet.open) sheet.close();
  say(late && answer.ok ? oneLine(reply.lines || []) : reply.html, !answer.ok, late);
}

function oneLine(lines) {
  const row = document.createElement("p");
  row.className = "late";
  row.textContent = lines[0] || "";
  return row.outerHTML;
}

// Answers to what was sent late stay until they are closed.
function say(html, important, late) {
  const box = $("said");
  if (box.hidden) {
    const close = document.createElement("button");
    close.type = "button";
    close.className = "close";
    close.textContent = "Close";
    close.onclick = hush;
    box.replaceChildren(close);
  }
  if (late) box.dataset.late = "";
  box.insertAdjacentHTML("beforeend", html);
  box.hidden = false;
  if (important) box.focus();
}

function hush() {
  $("said").hidden = true;
  delete $("said").dataset.late;
}

function word(text) { return `"${text.trim().replace(/\s+/g, " ").replace(/[\\"]/g, "\\$&")}"`; }

function filled(text) { return !text.trim() || /^[\w.:=+-]+$/.test(text) ? text.trim() : word(text); }

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form.say")) return;
  event.preventDefault();
  const by = event.submitter;
  let line = (by && by.name === "line" ? by.value : new FormData(form).get("line") || "").trim();
  if (!line) return;
  const fields = Object.fromEntries(new FormData(form)); // The last one of a name.
  line = line.replace(/\{([^{}]+)\}/g, (sign, name) => (name in fields ? filled(fields[name]) : sign)).trim();
  if (form.elements.house && form.elements.house.value.trim()) line += ` --house ${word(form.elements.house.value)}`;
  if (form.closest("#compose")) {
    sheet.close();
    enter(line);
    return;
  }
  const composed = (by || form).closest("#said") && document.querySelector("form.composed"); // Another way.
  enter(line, (composed || form).dataset.then);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("#compose form.next-word")) return;
  event.preventDefault();
  compose(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
});

document.addEventListener("keydown", (event) => { if (event.key === "Escape") hush(); });

// The number pad

const pad = $("pad");
let padFor = "";
let typed = ""; // A sum: 10+15-5.
function showTyped() { $("pad-shown").textContent = typed.replace(/-/g, "−") || "0"; }

function press(key) {
  const last = typed.match(/[\d.]*$/)[0];
  if (key === "back") typed = typed.slice(0, -1);
  else if (key === "sign") typed = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
  else if (key === "+" || key === "-") typed = `${typed.replace(/[+-]$/, "")}${key}`;
  else if (key === "." ? !last.includes(".") && last : last.length < 6) typed += key;
  showTyped();
}

function sum() {
  const parts = typed.match(/[+-]?\d+(\.\d+)?/g) || [];
  return Math.round(100 * parts.reduce((total, part) => total + Number(part), 0)) / 100;
}

function score(sign) {
  if (!/\d/.test(typed)) return;
  const points = sum();
  const turned = sign !== "=" && points < 0; // To lose −3 is to gain 3.
  pad.close();
  enter(`score ${padFor} ${turned ? { "+": "-", "-": "+" }[sign] : sign}${turned ? -points : points}`);
}

document.addEventListener("click", (event) => {
  const who = event.target.closest("[data-pad]");
  if (who && pad && pad.showModal) {
    event.preventDefault();
    padFor = who.dataset.pad;
    typed = "";
    $("pad-name").textContent = `Points for ${who.dataset.name}`;
    showTyped();
    pad.querySelector("[data-first]").hidden = !document.querySelector('button[value="pass"]');
    pad.querySelector('[data-key="."]').hidden = !document.querySelector("[data-decimals]");
    pad.showModal();
    return;
  }
  const key = event.target.closest("#pad [data-key]");
  if (key) press(key.dataset.key);
  const gain = event.target.closest("#pad [data-gain]");
  if (gain) { typed = gain.dataset.gain; score("+"); }
  const sign = event.target.closest("#pad [data-sign]");
  if (sign) score(sign.dataset.sign);
  if (event.target.closest("#pad [data-first]")) {
    pad.close();
    enter(`first ${padFor}`);
  }
  const turn = event.target.closest("[data-turn]"); // No minus there.
  if (turn) {
    const field = turn.parentNode.querySelector("input");
    field.value = field.value.startsWith("-") ? field.value.slice(1) : `-${field.value}`;
    field.focus();
  }
  const up = event.target.closest("[data-up]"); // One seat further to the front.
  if (up) {
    event.preventDefault();
    const seat = up.closest(".seat-choice");
    if (seat.previousElementSibling) seat.previousElementSibling.before(seat);
    up.focus();
  }
});

document.addEventListener("keydown", (event) => {
  if (!pad || !pad.open || event.ctrlKey || event.metaKey) return;
  const key = { Backspace: "back", ",": ".", "−": "-" }[event.key] || event.key;
  if (key === "Enter" && typed && !event.target.closest("[data-sign], .quiet")) {
    event.preventDefault();
    score("+");
  } else if (pad.querySelector(`[data-key="${CSS.escape(key)}"]:not([hidden])`)) {
    event.preventDefault();
    press(key);
  }
});

// A line that is begun by a tap on the table is put together over it

const sheet = $("compose");
let once; // A line that one word completes, and whether it begins again.

async function compose(href, again) {
  const open = again || sheet.open;
  let answer, html;
  try { [answer, html] = await ask(href); } catch { return unreached(); }
  if (!answer.ok) { location.href = href; return 0; }
  if (open && !sheet.open) return 0;
  const main = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const words = main.querySelectorAll(".choices:not([aria-labelledby=options-title]) a").length;
  $("composed").replaceChildren(...main.childNodes);
  sheet.classList.toggle("once", Boolean(once && words));
  if (again && !words) sheet.close();
  else if (!sheet.open) sheet.showModal();
  return words;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#live a[href*='/say?'], #compose a[href*='/say']");
  if (!link || !sheet || !sheet.showModal || event.defaultPrevented || event.ctrlKey) return;
  event.preventDefault();
  const href = link.getAttribute("href");
  const line = new URL(link.href).searchParams.get("line") || "";
  if (!link.closest("#compose")) once = link.matches(".bare") && { line, again: link.closest("[data-again]") };
  else if (once && link.closest(".choices:not([aria-labelledby=options-title])")) {
    const begun = once;
    const entered = enter(`${begun.line}${line.trim().split(" ").pop()}`);
    begun.line = begun.line.replace(/#\d+ $/, " "); // Another face.
    if (begun.again) entered.then(() => compose(`/play/${play}/say?line=${encodeURIComponent(begun.line)}`, true));
    else sheet.close();
    return;
  } else once = null;
  if (link.closest("#composed")) $("line").value = line; // Enter may come before the answer.
  compose(href);
});

// Where the table cannot be reached, the page answers, not the browser

function unreached(name) {
  say(oneLine([name ? `“${name}” opens when the table is back.` : "The table cannot be reached."]));
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href^='/']");
  const away = body.classList.contains("is-behind") || !navigator.onLine || $("link").classList.contains("off");
  if (!link || !away || locked || event.defaultPrevented) return;
  event.preventDefault();
  try {
    if (!navigator.onLine) throw new Error();
    await ask(link.href);
    location.href = link.href;
  } catch {
    hush();
    unreached(link.textContent.trim());
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
      const found = await answer.json();
      if (mine !== asked || !found.offers) return;
      $("words").replaceChildren(...found.offers.slice(0, 12).map((it) => {
        const option = document.createElement("option");
        option.value = at.value.slice(0, found.start) + it.word;
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

showWaiting();
if (play) {
  showLink("checking", "connecting");
  listen();
}
send();
