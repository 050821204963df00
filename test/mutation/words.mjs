/**
 * Excludes words from mutation that n8n's editor shows or n8n's log gets. A test can check the wording of a
 * help text only by repeating it. Texts with a fact in them are mutated, and so are the texts of errors,
 * which must tell what happened.
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Properties of nodes, parameters and credentials that n8n shows and does nothing else with. */
const SHOWN = ['action', 'description', 'displayName', 'hint', 'placeholder'];
/** Properties that mark an object as one of these; texts of errors have neither. */
const NAMES = ['displayName', 'name'];
const LOG = ['log', 'debug', 'info', 'warn', 'error'];

/** @typedef {{ node: any, parentPath: Path | null }} Path a path of babel's */

/** A text without facts in it, of one literal or of several put together. */
function isText({ node }) {
	if (node.type === 'StringLiteral') return true;
	return node.type === 'TemplateLiteral' && node.expressions.length === 0;
}

/** Returns the node that holds the whole text, and the text. */
function holderOf(path) {
	const parent = path.parentPath;
	const joined = parent?.node.type === 'BinaryExpression' && parent.node.operator === '+';
	return joined ? holderOf(parent) : { holder: parent, text: path.node };
}

function isShown({ holder }) {
	if (holder?.node.type !== 'ObjectProperty' || !SHOWN.includes(holder.node.key.name)) return false;
	return holder.parentPath.node.properties.some(({ key }) => NAMES.includes(key?.name));
}

/** The level of a log line is its first argument, and a rule. */
function isLogged({ holder, text }) {
	if (holder?.node.type !== 'CallExpression') return false;
	const method = holder.node.callee.property?.name;
	return LOG.includes(method) && !(method === 'log' && holder.node.arguments[0] === text);
}

/** @param {Path} path */
function shouldIgnore(path) {
	if (!isText(path)) return undefined;
	const place = holderOf(path);
	return isShown(place) || isLogged(place) ? 'words for people' : undefined;
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'words', { shouldIgnore })];
