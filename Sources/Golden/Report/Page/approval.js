/* The marks, and the command that approves the marked cases. */

function mark(items, marked) {
  for (const item of items) {
    if (!item.approve) continue;
    if (marked) page.marked.add(item.name);
    else page.marked.delete(item.name);
  }
  kept.write();
  if (page.filter === "marked") sift();
  showFilters();
  showRows();
  showMarks();
}

function toggleMark() {
  const item = page.current;
  if (item?.approve) mark([item], !page.marked.has(item.name));
}

function toggleShown() {
  const open = page.shown.filter((item) => item.approve);
  mark(open, !open.every((item) => page.marked.has(item.name)));
}

function showMarks() {
  const open = page.shown.filter((item) => item.approve);
  const button = byId("mark-shown");
  button.hidden = !open.length;
  const all = open.every((item) => page.marked.has(item.name));
  button.textContent = all ? "Unmark all shown" : "Mark all shown";
  const current = page.current;
  const isMarked = Boolean(current) && page.marked.has(current.name);
  byId("mark").hidden = !current?.approve;
  byId("mark").setAttribute("aria-pressed", isMarked);
  const key = make("kbd", { "aria-hidden": "true" }, "m");
  byId("mark").replaceChildren(isMarked ? "✓ Marked" : "Mark to approve", key);

  const marked = report.cases.filter((item) => page.marked.has(item.name));
  const unseen = marked.filter((item) => !page.seen.has(item.name)).length;
  const hint = count((item) => item.approve)
    ? "Mark what is right; the command that approves it appears here." : "There is nothing to approve.";
  const number = make("b", {}, `${whole.format(marked.length)} marked`);
  const rest = unseen ? `, ${whole.format(unseen)} not yet looked at` : "";
  byId("marked").replaceChildren(...(marked.length ? [number, rest] : [hint]));
  byId("command").value = commands(marked.map((item) => item.approve)).join("\n");
  for (const id of ["command", "copy", "unmark"]) byId(id).hidden = !marked.length;
}

/* Returns the approving command, split into several if it would be too long for a shell. */
function commands(words) {
  const longest = 100_000;
  const lines = [];
  let line = "";
  for (const word of words) {
    if (line && line.length + word.length > longest) {
      lines.push(line);
      line = "";
    }
    line = line ? `${line} ${word}` : `${report.command} ${word}`;
  }
  return line ? [...lines, line] : lines;
}

/* Copies the approving command. Browsers may deny a page opened from a file access to the clipboard; then the command
 * is selected for the reader to copy. */
async function copyCommand() {
  const command = byId("command");
  if (command.hidden) return;
  let copied = false;
  try {
    await navigator.clipboard.writeText(command.value);
    copied = true;
  } catch {
    command.focus();
    command.select();
    copied = document.execCommand("copy");
  }
  byId("copy").textContent = copied ? "Copied" : "Selected: copy it now";
  setTimeout(() => (byId("copy").textContent = "Copy command"), 2000);
}
