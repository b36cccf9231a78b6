/**
 * A slash command being written: its name, a chip for each option in use, and a last field that offers the others.
 * Enter takes the suggestion; if there is none, it sends the command.
 */

import { fixedChoices, OPTION } from "./commands.js";
import { el, onLeaving, uid } from "./dom.js";
import { fileChip } from "./file-chip.js";
import { optionRow } from "./listbox.js";
import { avatar } from "./people.js";

const COMPLETE_AFTER_MS = 150;

/**
 * @typedef {import("./commands.js").CommandOption} CommandOption
 * @typedef {import("./commands.js").Choice} Choice
 * @typedef {import("./file-chip.js").Chip} Chip
 */

export class CommandDraft {
  /**
   * @param {import("./commands.js").Command} command
   * @param {{store: import("./store.js").Store, suggestions: import("./suggestions.js").Suggestions,
   *   attach: (file: File) => Promise<{id: string}>, complete: (options: Record<string, unknown>, focused: string) => Promise<Choice[]>,
   *   send: (options: Record<string, unknown>) => void, cancel: () => void}} how
   */
  constructor(command, how) {
    this.command = command;
    this.how = how;
    /** @type {Chip[]} */
    this.chips = [];
    this.asked = 0;
    /** Whether completions of what is typed are still to come. */
    this.stale = false;
    /**
     * Options left by Enter or Tab before their completions came.
     * @type {Promise<void>[]}
     */
    this.unresolved = [];
    this.more = el("input", {
      class: "draft-more",
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      "aria-label": `Options of /${command.path}. Enter sends`,
      "aria-expanded": "false",
    });
    this.node = el(
      "div",
      { class: "draft", role: "group", "aria-label": `Command /${command.path}` },
      el("span", { class: "draft-name" }, `/${command.path}`),
      this.more,
    );
    this.node.addEventListener("click", (event) => event.target === this.node && this.more.focus());
    this.more.addEventListener("focus", () => this.offerOptions());
    this.more.addEventListener("input", () => this.offerOptions());
    this.more.addEventListener("keydown", (event) => this.moreKey(event));
    for (const option of command.options) if (option.required) this.add(option);
  }

  /** Put the keyboard where the next thing is to be written. */
  focus() {
    const empty = this.chips.find((chip) => chip.option.required && chip.value === null);
    (empty?.input ?? this.more).focus();
  }

  /** @param {CommandOption} option */
  add(option) {
    if (option.type === OPTION.attachment) return this.addFile(option);
    const id = uid("chip");
    const numeric = option.type === OPTION.integer || option.type === OPTION.number;
    const input = el("input", {
      id,
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      inputmode: numeric ? "decimal" : null,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-required": option.required ? "true" : null,
      "aria-description": option.description,
    });
    const node = el("span", { class: "chip" }, el("label", { for: id }, option.name), input);
    /** @type {Chip} */
    const chip = { option, node, input, value: null };
    this.chips.push(chip);
    this.more.before(node);
    sizeToText(input);
    input.addEventListener("focus", () => this.offerValues(chip));
    input.addEventListener("input", () => this.typed(chip));
    onLeaving(input, () => this.left(chip));
    input.addEventListener("keydown", (event) => this.chipKey(event, chip));
    return chip;
  }

  /** @param {CommandOption} option */
  addFile(option) {
    const chip = fileChip(option, this.how.attach, (done) =>
      done.trouble ? this.blame(done, done.trouble) : this.more.focus(),
    );
    this.chips.push(chip);
    this.more.before(chip.node);
    chip.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.escape(event);
      else if (event.key === "Backspace") this.drop(chip);
    });
    return chip;
  }

  /** @param {Chip} chip */
  drop(chip) {
    const index = this.chips.indexOf(chip);
    this.chips.splice(index, 1);
    chip.node.remove();
    (this.chips[index - 1]?.input ?? this.more).focus();
  }

  /** What is chosen so far, by option name. */
  values() {
    return Object.fromEntries(
      this.chips.filter(({ value }) => value !== null).map(({ option, value }) => [option.name, value]),
    );
  }

  async submit() {
    await Promise.all(this.unresolved);
    for (const chip of this.chips) this.settle(chip);
    const wrong = this.chips.find(
      ({ value, input, option }) => value === null && (option.required || input.value.trim()),
    );
    if (wrong) {
      const why = wrong.input.value.trim() ? "is none of the choices" : "is required";
      this.blame(wrong, wrong.trouble ?? why);
      return;
    }
    this.how.suggestions.hide();
    this.how.send(this.values());
  }

  /**
   * @param {Chip} chip
   * @param {string} why
   */
  blame(chip, why) {
    chip.node.classList.add("wrong");
    chip.input.setAttribute("aria-invalid", "true");
    chip.input.focus();
    this.how.suggestions.show(chip.input, {
      label: chip.option.name,
      heading: el("span", { role: "alert", class: "wrong-words" }, `${chip.option.name} ${why}`),
      rows: this.rows(chip, this.choices(chip) ?? []),
      active: -1,
      onPick: (index) => this.take(chip, (this.choices(chip) ?? [])[index]),
    });
  }

  // What is offered

  offerOptions() {
    const typed = this.more.value.trim().toLowerCase();
    const used = new Set(this.chips.map(({ option }) => option.name));
    const free = this.command.options.filter(({ name }) => !used.has(name) && name.includes(typed));
    if (!free.length) {
      this.how.suggestions.hide();
      return;
    }
    this.how.suggestions.show(this.more, {
      label: "Options",
      heading: `Options of /${this.command.path}`,
      active: typed ? 0 : -1,
      rows: free.map(({ name, description }) => optionRow({ label: name, description })),
      onPick: (index) => {
        this.more.value = "";
        this.add(free[index]).input.focus();
      },
    });
  }

  /** @param {Chip} chip */
  async offerValues(chip) {
    const fixed = this.choices(chip);
    if (fixed) {
      this.show(chip, fixed);
      return;
    }
    if (!chip.option.autocomplete) {
      this.show(chip, []);
      return;
    }
    this.asked += 1;
    const asked = this.asked;
    try {
      const choices = await this.completions(chip);
      if (asked === this.asked && document.activeElement === chip.input) this.show(chip, choices);
    } catch (error) {
      if (asked === this.asked && document.activeElement === chip.input)
        this.show(chip, [], /** @type {Error} */ (error).message);
    }
  }

  /**
   * @param {Chip} chip
   * @param {Choice[]} choices
   * @param {string} [trouble]
   */
  show(chip, choices, trouble) {
    const { name, description } = chip.option;
    const none = chip.option.autocomplete && !choices.length && !trouble ? " — nothing fits" : "";
    this.how.suggestions.show(chip.input, {
      label: name,
      heading: el("span", {}, el("strong", {}, name), ` ${trouble ?? description}${none}`),
      // Enter does not take a value a second time, but sends.
      active: chip.value !== null && chip.input.dataset.taken ? -1 : 0,
      rows: this.rows(chip, choices),
      onPick: (index) => this.take(chip, choices[index]),
    });
    this.stale = false;
  }

  /**
   * @param {Chip} chip
   * @param {(Choice & {user?: import("./people.js").User})[]} choices
   */
  rows(chip, choices) {
    return choices.map((choice) =>
      optionRow({
        label: choice.name,
        icon: choice.user ? avatar(choice.user) : null,
        description: choice.user?.username ?? null,
        selected: choice.value === chip.value,
      }),
    );
  }

  /**
   * Return the fixed choices that fit what is typed; null if the option takes any text.
   *
   * @param {Chip} chip
   */
  choices(chip) {
    const typed = chip.input.dataset.taken ? "" : chip.input.value.trim().toLowerCase().replace(/^@/, "");
    return (
      fixedChoices(chip.option, this.how.store)?.filter(({ name }) => name.toLowerCase().includes(typed)) ??
      null
    );
  }

  // What is written

  /** @param {Chip} chip */
  typed(chip) {
    delete chip.input.dataset.taken;
    chip.node.classList.remove("wrong");
    chip.input.removeAttribute("aria-invalid");
    sizeToText(chip.input);
    this.settle(chip);
    clearTimeout(this.timer);
    if (chip.option.autocomplete) {
      // Completions of an earlier text come too late.
      this.asked += 1;
      this.stale = true;
      this.timer = setTimeout(() => this.offerValues(chip), COMPLETE_AFTER_MS);
    } else this.offerValues(chip);
  }

  /**
   * Set the value to what the text says.
   *
   * @param {Chip} chip
   */
  settle(chip) {
    if (chip.input.dataset.taken) return;
    const text = chip.input.value.trim();
    const fixed = fixedChoices(chip.option, this.how.store);
    const meant = fixed?.find(({ name }) => name.toLowerCase() === text.toLowerCase().replace(/^@/, ""));
    chip.value = fixed ? (meant?.value ?? null) : text || null;
  }

  /**
   * @param {Chip} chip
   * @param {Choice | undefined} choice
   */
  take(chip, choice) {
    if (!choice) return;
    this.set(chip, choice);
    this.how.suggestions.hide();
    this.focus();
  }

  /**
   * @param {Chip} chip
   * @param {Choice} choice
   */
  set(chip, choice) {
    chip.value = choice.value;
    chip.input.value = choice.name;
    chip.input.dataset.taken = "yes";
    chip.node.classList.remove("wrong");
    sizeToText(chip.input);
  }

  /**
   * Take what fits the typed text best, although the focus is elsewhere now.
   *
   * @param {Chip} chip
   */
  async resolve(chip) {
    const text = chip.input.value;
    const choices = await this.completions(chip).catch(() => []);
    if (choices.length && chip.input.value === text && !chip.input.dataset.taken) this.set(chip, choices[0]);
  }

  /** @param {Chip} chip */
  completions(chip) {
    return this.how.complete({ ...this.values(), [chip.option.name]: chip.input.value }, chip.option.name);
  }

  /** @param {Chip} chip */
  left(chip) {
    this.settle(chip);
    clearTimeout(this.timer);
    this.asked += 1;
    this.stale = false;
    if (this.how.suggestions.list?.owner === chip.input) this.how.suggestions.hide();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Chip} chip
   */
  chipKey(event, chip) {
    const { suggestions } = this.how;
    if (suggestions.key(event) || event.isComposing) return;
    const tab = event.key === "Tab" && !event.shiftKey;
    if (event.key === "Enter" || tab) {
      event.preventDefault();
      if (this.stale) {
        this.unresolved.push(this.resolve(chip));
        this.next(chip);
      } else if (suggestions.pick()) return;
      else if (tab) this.next(chip);
      else this.submit();
    } else if (event.key === "Backspace" && !chip.input.value) {
      event.preventDefault();
      if (chip.option.required) this.how.cancel();
      else this.drop(chip);
    } else if (event.key === "Escape") this.escape(event);
  }

  /** @param {Chip} chip */
  next(chip) {
    (this.chips[this.chips.indexOf(chip) + 1]?.input ?? this.more).focus();
  }

  /** @param {KeyboardEvent} event */
  moreKey(event) {
    const { suggestions } = this.how;
    if (suggestions.key(event) || event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!suggestions.pick()) this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && suggestions.pick()) event.preventDefault();
    else if (event.key === "Backspace" && !this.more.value) {
      event.preventDefault();
      const last = this.chips[this.chips.length - 1];
      if (last) last.input.focus();
      else this.how.cancel();
    } else if (event.key === "Escape") this.escape(event);
  }

  /** @param {KeyboardEvent} event */
  escape(event) {
    event.preventDefault();
    if (this.how.suggestions.open) this.how.suggestions.hide();
    else this.how.cancel();
  }
}

/** @param {HTMLInputElement} input */
function sizeToText(input) {
  input.style.setProperty("--chars", String(Math.max(4, input.value.length + 1)));
}
