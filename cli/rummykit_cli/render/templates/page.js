"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const entries = [...byId("log").children];
  const scores = [...document.querySelectorAll("[data-from]")];
  const slider = byId("slider");
  const rounds = byId("round");
  const starts = [...rounds.options].map((option) => Number(option.value));
  const last = data.tables.length - 1;

  // A table in the data holds only what differs from the one before.
  const tables = [];
  for (const change of data.tables) tables.push({ ...tables[tables.length - 1], ...change });

  // Every drawing is read once and copied from then on.
  const drawings = new Map();
  for (const [key, svg] of Object.entries(data.cards)) {
    const holder = document.createElement("template");
    holder.innerHTML = svg;
    drawings.set(key, holder.content.firstElementChild);
  }

  const made = (tag, kind, ...children) => {
    const node = document.createElement(tag);
    if (kind) node.className = kind;
    node.append(...children);
    return node;
  };

  const row = (keys, label) => {
    const list = made("ul", "row");
    list.setAttribute("aria-label", label);
    for (const key of keys) {
      const card = made("li", key.includes("=") ? "stands-in" : "", drawings.get(key).cloneNode(true));
      list.append(card);
    }
    return list;
  };

  const backs = (number) => {
    const list = made("div", "backs");
    list.setAttribute("aria-hidden", "true");
    for (let at = 0; at < number; at += 1) list.append(made("span", "back"));
    return list;
  };

  const drawnSeat = (seat) => {
    const kind = ["seat", seat.turn && "turn", seat.acts && "acts", seat.own && "own", seat.out && "out"];
    const node = made("section", kind.filter(Boolean).join(" "));
    node.setAttribute("aria-label", seat.name);
    node.append(made("h3", "", seat.name), made("p", "notes", seat.notes));
    if (seat.hand) node.append(row(seat.hand, seat.name));
    else node.append(backs(seat.backs));
    return node;
  };

  const drawnMiddle = (table) => {
    const node = made("div", "middle");
    const [size, words] = table.stock;
    const stock = made("figure", "", made("span", size ? "back" : "gap"), made("figcaption", "", words));
    node.append(stock);
    if (table.open) {
      const [key, told] = table.open;
      const card = key ? drawings.get(key).cloneNode(true) : made("span", "gap");
      node.append(made("figure", "", card, made("figcaption", "", told)));
    }
    if (table.pool) {
      const pool = made("figure", "", row(table.pool, data.labels.pool), made("figcaption", "", data.labels.pool));
      node.append(pool);
    }
    if (table.bonus.length) {
      const list = made("ul", "bonus", ...table.bonus.map((text) => made("li", "", text)));
      list.setAttribute("aria-label", data.labels.bonus);
      node.append(list);
    }
    return node;
  };

  const drawnMelds = (table) => {
    const node = made("section", "melds");
    node.setAttribute("aria-label", data.labels.melds);
    for (const [number, owner, keys] of table.melds) {
      const name = `${number} · ${owner}`;
      node.append(made("figure", "meld", row(keys, name), made("figcaption", "", name)));
    }
    if (!table.melds.length) node.append(made("p", "notes", data.labels.none));
    return node;
  };

  const draw = (table) => {
    const seats = made("div", "seats", ...table.seats.map(drawnSeat));
    const parts = [made("h2", "", table.heading), seats, drawnMiddle(table)];
    if (table.lays) parts.push(drawnMelds(table));
    byId("table").replaceChildren(...parts);
  };

  const told = (step) => {
    const [words, ending] = entries[step].querySelectorAll(".words, .ending");
    return ending ? `${words.textContent} ${ending.textContent}` : words.textContent;
  };

  // The score of the round that ended last; on the last step that of the match too.
  const showScores = (step) => {
    const reached = scores.map((score) => Number(score.dataset.from)).filter((from) => from <= step);
    const latest = Math.max(...reached);
    for (const score of scores) score.classList.toggle("elsewhere", Number(score.dataset.from) !== latest);
  };

  let current = -1;

  const go = (wanted) => {
    const step = Math.min(Math.max(wanted, 0), last);
    if (step === current) return;
    if (current >= 0) entries[current].removeAttribute("aria-current");
    current = step;
    entries[step].setAttribute("aria-current", "step");
    // Scrolled by hand: scrollIntoView would move the whole page too.
    const log = byId("log");
    const offset = entries[step].offsetTop - log.offsetTop;
    log.scrollTop = offset - log.clientHeight / 2;
    byId("said").textContent = told(step);
    draw(tables[step]);
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", told(step));
    rounds.value = String(starts.filter((start) => start <= step).pop());
    showScores(step);
    byId("first").disabled = byId("back").disabled = step === 0;
    byId("last").disabled = byId("next").disabled = step === last;
    if (step === last) stop();
  };

  // -- playing by itself ----------------------------------------------------------------------------------

  const play = byId("play");
  const playLabel = play.getAttribute("aria-label");
  let timer = null;

  const label = (text, sign) => {
    play.setAttribute("aria-label", text);
    play.title = text;
    play.textContent = sign;
  };

  function stop() {
    clearInterval(timer);
    timer = null;
    label(playLabel, "▶▶");
  }

  const start = () => {
    if (current === last) go(0);
    clearInterval(timer);
    timer = setInterval(() => go(current + 1), Number(byId("speed").value));
    label(data.pause, "❚❚");
  };

  const toggle = () => (timer === null ? start() : stop());

  // -- buttons, slider, keys ------------------------------------------------------------------------------

  const by = (steps) => {
    stop();
    go(current + steps);
  };

  const toRound = (direction) => {
    stop();
    const others = starts.filter((start) => (direction < 0 ? start < current : start > current));
    go(direction < 0 ? others.pop() ?? 0 : others.shift() ?? last);
  };

  byId("first").addEventListener("click", () => by(-last));
  byId("back").addEventListener("click", () => by(-1));
  byId("next").addEventListener("click", () => by(1));
  byId("last").addEventListener("click", () => by(last));
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => by(Number(slider.value) - current));
  rounds.addEventListener("change", () => by(Number(rounds.value) - current));
  byId("speed").addEventListener("change", () => timer !== null && start());
  entries.forEach((entry, step) => entry.addEventListener("click", () => by(step - current)));

  const keys = {
    ArrowRight: () => by(1),
    ArrowLeft: () => by(-1),
    PageDown: () => toRound(1),
    PageUp: () => toRound(-1),
    Home: () => by(-last),
    End: () => by(last),
    " ": toggle,
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    // A slider, a list and a button have their own use for some keys.
    if (event.target.closest("input, select") || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    keys[event.key]();
  });

  byId("stage").hidden = false;
  document.body.classList.add("steps");
  go(0);
})();
