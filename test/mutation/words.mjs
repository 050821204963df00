/**
 * Excludes texts that n8n's editor or log shows. Only a test that repeats a help text could check it.
 * Texts with values in them are mutated, and so are error texts, which must say what happened.
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Properties of nodes, parameters and credentials that n8n only displays. */
const SHOWN = ['action', 'description', 'displayName', 'hint', 'placeholder'];
/** Properties that identify such an object; error texts have neither. */
const NAMES = ['displayName', 'name'];
const LOG = ['log', 'debug', 'info', 'warn', 'error'];

/** @typedef {{ node: any, parentPath: Path | null }} Path a path of babel's */

/** A text without values, from one literal or a concatenation. */
function isText({ node }) {
	if (node.type === 'StringLiteral') return true;
	return node.type === 'TemplateLiteral' && node.expressions.length === 0;
}

/** The node that contains the whole text. */
function holderOf(path) {
	const parent = path.parentPath;
	const joined = parent?.node.type === 'BinaryExpression' && parent.node.operator === '+';
	return joined ? holderOf(parent) : { holder: parent, text: path.node };
}

function isShown({ holder }) {
	if (holder?.node.type !== 'ObjectProperty' || !SHOWN.includes(holder.node.key.name)) return false;
	return holder.parentPath.node.properties.some(({ key }) => NAMES.includes(key?.name));
}

/** The first argument of `log` is the level, which is mutated because it is a rule. */
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
