// What pages can do besides links and forms: search while typing, follow changes, go on without a click, compare pictures, try
// recipes while they are written, take dropped photos, undo by keyboard.
"use strict";

const parse = (text) => new DOMParser().parseFromString(text, "text/html");

/// Calls `act` once input has paused.
function afterPause(milliseconds, act) {
  let waiting;
  return (...values) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => act(...values), milliseconds);
  };
}

// A page restored from the back/forward cache would resend a used idempotency key.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

/// The markup of a part of a page, without the secret and the key, which differ from page to page.
const markup = (part) => part.innerHTML.replaceAll(/(name="(?:form|key)" value=")[^"]*/g, "$1");

/// Whether a part of the page has fields that were typed into.
const isTyped = (part) => [...part.querySelectorAll("input:not([type=range], [type=file]), textarea")].some((field) =>
  field.value !== field.defaultValue || field.checked !== field.defaultChecked);

/// Whether leaving the page would lose what was typed. `sent` is a form that is being sent.
const isUnsaved = (sent) => [...document.querySelectorAll("main form[method=post]")].some((form) => form !== sent && (
  "unsaved" in form.dataset || (form.matches(".fields") && document.querySelector("main > [role=alert]"))
    || isTyped(form.querySelector(".editor") ?? form)));

// A form isn't sent while the studio doesn't answer, because the browser's error page would take the place of what was typed; nor a
// second time before its answer has come.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (document.body.classList.contains("lost") || "sending" in form.dataset) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (!wouldAsk(form)) {
    const set = (isSending) => {
      if (isSending) form.dataset.sending = "yes"; else delete form.dataset.sending;
      form.querySelectorAll("button").forEach((button) => { button.disabled = isSending; });
    };
    // Not before the browser has read the form: it leaves out disabled buttons. The person may stop a slow page from loading.
    setTimeout(() => set(true));
    setTimeout(() => set(false), 10_000);
  }
}, { capture: true });

// A page that would lose what was typed, or photos that are being sent, asks first.
let [sentForm, sendingPhotos] = [null, 0];
const wouldAsk = (form) => sendingPhotos > 0 || isUnsaved(form);
addEventListener("submit", (event) => { sentForm = event.target; });
addEventListener("beforeunload", (event) => {
  if (wouldAsk(sentForm)) event.preventDefault();
});

/// Ends reading when a form is sent that leads to another page: its action may remove what this page shows. If the page asks before
/// it is left, the person may stay, and reading goes on.
const leaving = new AbortController();
addEventListener("submit", (event) => {
  if (!wouldAsk(event.target)) leaving.abort();
});

/// How often the page was read again, and which of these reads each part shows.
let reads = 0;
const shown = new WeakMap();

/// What the server sent of each part, before scripts changed it.
const sent = new WeakMap();
document.querySelectorAll("[data-live], #list").forEach((part) => sent.set(part, markup(part)));

/// Reads the page again, and replaces the parts that `wanted` selects. A part that is being edited stays, and so does a list to which
/// pages were added if the read is `live`. An answer that comes after one that was asked for later is not shown, nor is one to a
/// search that has changed meanwhile. Returns whether the studio answered.
async function refresh(wanted, live = false) {
  const [number, address] = [++reads, location.href];
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: leaving.signal }).catch(() => null);
  if (!answer || answer.status === 403) return false;
  const text = await answer.text().catch(() => null);
  if (text === null || address !== location.href) return false;
  const page = parse(text);
  // After the studio was started again, forms need its new secret. What was typed into them stays.
  const secret = page.querySelector("input[name=form]")?.value;
  if (secret) document.querySelectorAll("input[name=form]").forEach((input) => { input.value = secret; });
  document.body.classList.remove("lost");
  // What the page showed may have been removed.
  if (!answer.ok) return true;
  for (const old of document.querySelectorAll(wanted)) {
    const fresh = page.getElementById(old.id);
    const isEdited = old.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
    if (!fresh || isEdited || isTyped(old) || shown.get(old) > number) continue;
    shown.set(old, number);
    if (markup(fresh) === sent.get(old) || (live && old.dataset.extended)) continue;
    const focus = old.contains(document.activeElement) ? document.activeElement.closest("a[href], button") : null;
    const unfolded = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
    old.innerHTML = fresh.innerHTML;
    old.querySelectorAll("summary").forEach((summary) => {
      if (unfolded.includes(summary.textContent)) summary.parentElement.open = true;
    });
    sent.set(old, markup(fresh));
    if (focus) old.querySelector(focus.id ? "#" + CSS.escape(focus.id) : `a[href="${CSS.escape(focus.getAttribute("href") ?? "")}"]`)?.focus();
    delete old.dataset.extended;
    prepare(old);
  }
  return true;
}

// Search while typing.
const search = afterPause(120, (form) => {
  const address = new URL(location);
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  address.search = new URLSearchParams(fields);
  history.replaceState(null, "", address);
  refresh("#list, #count");
});
for (const field of document.querySelectorAll("[data-typing]")) field.addEventListener("input", () => search(field.form));

// Changes by any process. After a lost connection, everything is read again. Only visible pages follow them, because browsers allow
// six connections to a server.
if (document.querySelector("[data-live]") && !document.querySelector("[data-back]")) {
  let [changes, changed, isReading] = [null, new Set(), false];
  // The newest change that the page shows.
  let number = performance.getEntriesByType("navigation")[0]?.serverTiming?.find(({ name }) => name === "changes")?.description;
  const show = async () => {
    if (isReading || !changed.size) return;
    isReading = true;
    await new Promise((resolve) => setTimeout(resolve, 60));
    const names = changed;
    changed = new Set();
    const parts = [...document.querySelectorAll("[data-live]")].filter((part) =>
      names.has("all") || part.dataset.live.split(" ").some((name) => name === "all" || names.has(name)));
    const wanted = parts.map((part) => "#" + CSS.escape(part.id)).join();
    if (wanted && !(await refresh(wanted, true))) names.forEach((name) => changed.add(name));
    isReading = false;
    if (changed.size && !document.hidden && !leaving.signal.aborted) setTimeout(show, 500);
  };
  const follow = () => {
    changes?.close();
    changes = document.hidden ? null : new EventSource("/changes");
    if (!changes) return;
    changes.addEventListener("number", (message) => {
      const isSame = message.data === number;
      number = null;
      if (isSame) return;
      // Something has changed before the connection was there. If the studio was started again, forms get its new secret.
      changed.add("all");
      show();
    });
    // Says so while the studio doesn't answer, because the page would look as if nothing happened in the shop. A studio that was
    // started again refuses the page until its new link is open, and then browsers don't try again.
    changes.onerror = (event) => {
      document.body.classList.add("lost");
      if (event.target === changes && changes.readyState === EventSource.CLOSED) setTimeout(follow, 1000);
    };
    changes.onmessage = (message) => {
      message.data.split(" ").forEach((name) => changed.add(name));
      show();
    };
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", () => changes?.close());
  addEventListener("submit", (event) => {
    if (wouldAsk(event.target)) return;
    changes?.close();
    isReading = true;
  });
}

// The next page of a list, before its end is seen.
const seen = new IntersectionObserver(async (entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    const link = entry.target;
    seen.unobserve(link);
    const answer = await fetch(link.href).catch(() => null);
    if (!answer || !answer.ok) continue;
    const text = await answer.text().catch(() => null);
    // A search or a change may have replaced the list meanwhile.
    if (text === null || !link.isConnected) continue;
    const list = parse(text).getElementById("list");
    const [last, first] = [link.closest("#list").querySelector(".tiles:last-of-type"), list.querySelector(".tiles")];
    if (last && first) {
      last.append(...first.children);
      first.remove();
    }
    link.closest("#list").dataset.extended = "yes";
    link.parentElement.replaceWith(...list.childNodes);
    prepare(document);
  }
}, { rootMargin: "1200px" });

/// Sliders that show one picture over the other.
function compare(figure) {
  if (!figure.querySelector(".after")) return;
  const [range, pair] = [figure.querySelector("input"), figure.querySelector(".pair")];
  const move = (percent) => {
    range.value = percent;
    pair.style.setProperty("--at", range.value + "%");
  };
  figure.classList.add("ready");
  move(50);
  range.addEventListener("input", () => move(range.value));
  pair.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" || event.buttons) move(event.offsetX / pair.clientWidth * 100);
  });
}

/// Photos that are chosen or dropped are sent one after the other.
function receive(section) {
  const [input, status] = [section.querySelector("input[type=file]"), section.querySelector("[role=status]")];
  const send = async (files) => {
    const refused = [];
    sendingPhotos += 1;
    for (const [index, file] of [...files].entries()) {
      status.textContent = `Sending ${index + 1} of ${files.length}…`;
      const address = section.dataset.upload + "?name=" + encodeURIComponent(file.name);
      const form = document.querySelector("input[name=form]").value;
      const answer = await fetch(address, { method: "POST", body: file, headers: { "X-Form": form } }).catch(() => null);
      if (answer && answer.ok) continue;
      const reason = answer ? parse(await answer.text().catch(() => "")).querySelector("[role=alert]")?.textContent ?? answer.statusText : "the studio doesn't answer";
      refused.push(`${file.name}: ${reason}`);
    }
    sendingPhotos -= 1;
    input.value = "";
    input.blur();
    status.textContent = refused.join(" ");
    refresh("#photos, #photo, #others");
  };
  input.addEventListener("change", () => send(input.files));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    section.addEventListener(kind, (event) => {
      event.preventDefault();
      section.classList.toggle("over", kind === "dragover");
      if (kind === "drop") send(event.dataTransfer.files);
    });
  }
}

/// A click in the photo chooses its focus. A mark shows the focus.
function choose(form) {
  const field = form.querySelector("input[name=focus]");
  const link = form.closest(".record").querySelector(".whole");
  const [picture, mark] = [link.querySelector("img"), link.appendChild(document.createElement("span"))];
  mark.className = "mark";
  // The photo fills its frame in one direction only.
  const bounds = () => {
    const scale = Math.min(picture.clientWidth / picture.naturalWidth, picture.clientHeight / picture.naturalHeight);
    const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
    return { left: (picture.clientWidth - width) / 2, top: (picture.clientHeight - height) / 2, width, height };
  };
  const show = () => {
    const point = field.value.match(/^\s*([\d.]+)%\s+([\d.]+)%\s*$/);
    mark.hidden = !point || !picture.naturalWidth;
    if (mark.hidden) return;
    const { left, top, width, height } = bounds();
    mark.style.left = left + width * point[1] / 100 + "px";
    mark.style.top = top + height * point[2] / 100 + "px";
  };
  link.addEventListener("click", (event) => {
    // A click with the keyboard opens the picture.
    if (!event.detail || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { left, top, width, height } = bounds();
    const share = (length, whole) => Math.round(Math.min(Math.max(length / whole, 0), 1) * 1000) / 10 + "%";
    field.value = share(event.offsetX - left, width) + " " + share(event.offsetY - top, height);
    show();
  });
  field.addEventListener("input", show);
  picture.addEventListener("load", show);
  new ResizeObserver(show).observe(picture);
  form.classList.add("ready");
}

// A file that is dropped beside its place doesn't replace the page.
for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => event.preventDefault());

/// Gives the parts of a page what they need a script for.
function prepare(root) {
  root.querySelectorAll("a[rel=next]").forEach((link) => seen.observe(link));
  root.querySelectorAll("[data-compare]:not(.ready)").forEach(compare);
  root.querySelectorAll("[data-focus]:not(.ready)").forEach(choose);
}
prepare(document);
document.querySelectorAll("[data-upload]").forEach(receive);

// A recipe is tried while it is written. The newest answer wins.
for (const bench of document.querySelectorAll("[data-bench]")) {
  let attempted = new AbortController();
  const page = Math.random().toString(36).slice(2);
  const trials = document.getElementById("trials");
  const attempt = afterPause(250, async () => {
    attempted.abort();
    const own = attempted = new AbortController();
    trials.setAttribute("aria-busy", "true");
    // Without the idempotency key, because the same recipe can be tried again.
    const fields = [...new FormData(bench)].filter(([name]) => name !== "key");
    const body = new URLSearchParams([...fields, ["page", page]]);
    const answer = await fetch("/recipes/try", { method: "POST", body, signal: own.signal }).catch(() => null);
    if (own.signal.aborted) return;
    trials.removeAttribute("aria-busy");
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text === null || own.signal.aborted) return;
    trials.innerHTML = text;
    prepare(trials);
  });
  if (!trials.querySelector("section, .error")) attempt();
  bench.addEventListener("input", (event) => {
    if (event.target.matches("#text, [name^=photo], #shown")) attempt();
  });
  bench.text.addEventListener("keydown", (event) => {
    // Escape, then Tab leaves the editor.
    if (event.key !== "Tab" || event.shiftKey || bench.text.dataset.leaving) return delete bench.text.dataset.leaving;
    event.preventDefault();
    document.execCommand("insertText", false, "  ");
  });
  bench.text.addEventListener("keyup", (event) => {
    if (event.key === "Escape") bench.text.dataset.leaving = "yes";
  });
}

// After a reload, the page doesn't say again what was done.
const address = new URL(location);
address.searchParams.delete("done");
if (address.hash === "#step") {
  document.getElementById("step").classList.add("shown");
  address.hash = "";
}
if (address.href !== location.href) history.replaceState(null, "", address);

// Forms whose answer takes a while say so.
for (const form of document.querySelectorAll("[data-slow]")) {
  form.addEventListener("submit", () => form.setAttribute("aria-busy", "true"));
}

// A menu closes when something else is used.
const closeMenus = (event) => document.querySelectorAll(".menu[open]").forEach((menu) => {
  if (event.key === "Escape") menu.querySelector("summary").focus();
  if (event.key === "Escape" || !menu.contains(event.target)) menu.open = false;
});
for (const kind of ["click", "focusin"]) document.addEventListener(kind, closeMenus);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(event);
  const isTyping = event.target.matches("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isTyping) {
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo").click();
  } else if (["ArrowLeft", "ArrowRight"].includes(event.key) && !isTyping && !event.target.closest("pre")
      && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    document.querySelector(`a[data-key=${event.key}]`)?.click();
  } else if (event.key === "/" && !isTyping) {
    const field = document.querySelector("input[type=search]");
    if (field) {
      event.preventDefault();
      field.focus();
    }
  }
});

for (const link of document.querySelectorAll("[data-back]")) {
  link.addEventListener("click", (event) => {
    if (history.length > 1) {
      event.preventDefault();
      history.back();
    }
  });
}
