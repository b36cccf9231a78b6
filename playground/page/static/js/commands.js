/**
 * The bot's commands as a person uses them: one entry for each path ("privacy export"), with its options.
 *
 * @typedef {{name: string, value: string | number}} Choice
 * @typedef {{name: string, type: number, description: string, required?: boolean, autocomplete?: boolean,
 *   choices?: Choice[], channel_types?: number[], options?: CommandOption[]}} CommandOption
 * @typedef {{path: string, description: string, options: CommandOption[]}} Command
 */

import { nameOf } from "./people.js";
import { CHANNEL } from "./store.js";

export const OPTION = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
};
const CONTEXT = { guild: 0, botDm: 1, privateChannel: 2 };
const INSTALL = { guild: 0, user: 1 };
const SLASH = 1;
const USER_MENU = 2;
export const HOME = "help";

/**
 * @param {any[]} commands  Discord's command objects
 * @returns {Command[]}
 */
export function slashCommands(commands) {
  return commands.filter((one) => (one.type ?? SLASH) === SLASH).flatMap((one) => leaves(one, one.name));
}

/**
 * Return whether a command shows what the bot is and what there is to do, and asks for nothing.
 *
 * @param {any} command
 */
export function isHome({ name, options }) {
  return name === HOME && !options?.length;
}

/**
 * @param {any[]} commands
 * @returns {string[]}
 */
export function userMenuNames(commands) {
  return commands.filter((one) => one.type === USER_MENU).map((one) => one.name);
}

/**
 * Return the commands that Discord offers in a channel: a person's own installation is with them everywhere, the
 * server's only at home.
 *
 * @param {any[]} commands
 * @param {import("./store.js").Store} store
 */
export function offeredHere(commands, { current, me }) {
  if (!current) return [];
  const dm = current.type === CHANNEL.dm;
  const context = dm ? CONTEXT.botDm : current.type === CHANNEL.group ? CONTEXT.privateChannel : CONTEXT.guild;
  return commands.filter(({ contexts, integration_types: types, dm_permission: inDm }) => {
    if (contexts && !contexts.includes(context)) return false;
    const installs = types ?? [INSTALL.guild];
    if (me.installed && installs.includes(INSTALL.user)) return true;
    return !current.abroad && installs.includes(INSTALL.guild) && !(dm && inDm === false);
  });
}

/**
 * Return the commands that fit what is typed: first those that begin with it, then those that contain it.
 *
 * @param {Command[]} commands
 * @param {string} typed  without the slash
 */
export function matching(commands, typed) {
  const wanted = typed.trim().toLowerCase();
  const begin = commands.filter(({ path }) => path.startsWith(wanted));
  const hold = commands.filter(
    (one) =>
      !begin.includes(one) && (one.path.includes(wanted) || one.description.toLowerCase().includes(wanted)),
  );
  return [...begin, ...hold];
}

/**
 * Return the values that an option offers without asking the bot; null if it takes any text.
 *
 * @param {CommandOption} option
 * @param {import("./store.js").Store} store
 * @returns {(Choice & {user?: import("./people.js").User})[] | null}
 */
export function fixedChoices(option, store) {
  if (option.choices?.length) return option.choices;
  if (option.type === OPTION.boolean)
    return [
      { name: "True", value: "true" },
      { name: "False", value: "false" },
    ];
  const people = store.members.map((user) => ({ name: nameOf(user), value: user.id, user }));
  const roles = (store.guild.roles ?? []).map(({ id, name }) => ({ name, value: id }));
  if (option.type === OPTION.user) return people;
  if (option.type === OPTION.role) return roles;
  if (option.type === OPTION.mentionable) return [...people, ...roles];
  if (option.type === OPTION.channel) {
    return store.channelsHere
      .filter(({ name, type }) => name && (option.channel_types ?? [type]).includes(type))
      .map(({ id, name }) => ({ name: `#${name}`, value: id }));
  }
  return null;
}

/**
 * @param {any} command
 * @param {string} path
 * @returns {Command[]}
 */
function leaves(command, path) {
  const options = command.options ?? [];
  const inner = options.filter((/** @type {CommandOption} */ one) => one.type <= OPTION.group);
  if (!inner.length) return [{ path, description: command.description, options }];
  return inner.flatMap((/** @type {CommandOption} */ one) => leaves(one, `${path} ${one.name}`));
}
