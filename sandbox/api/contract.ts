import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

interface Reference {
	$ref?: string;
}
interface Media {
	content?: { 'application/json'?: unknown };
	headers?: Record<string, { required?: boolean }>;
}
interface Operation {
	operationId: string;
	requestBody?: Media & { required?: boolean };
	responses: Record<string, Media & Reference>;
}
interface Description {
	paths: Record<string, Record<string, Operation>>;
	components: { responses: Record<string, Media> };
}

const FILE = join(__dirname, '../../contract/openapi.yaml');
const escape = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

let contract: Contract | undefined;

/** Returns the contract, which is read on first use. All sandboxes share its compiled schemas. */
export function theContract(): Contract {
	contract ??= new Contract();
	return contract;
}

/** Checks requests and answers against contract/openapi.yaml. Each check returns the problems. */
class Contract {
	private readonly description = parse(readFileSync(FILE, 'utf8')) as Description;
	private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
	private readonly operations = new Map<string, { operation: Operation; path: string[] }>();

	constructor() {
		this.ajv.addSchema(this.description, 'contract');
		for (const [path, methods] of Object.entries(this.description.paths))
			for (const [method, operation] of Object.entries(methods))
				this.operations.set(operation.operationId, { operation, path: ['paths', path, method] });
	}

	/** Problems of a request's body; undefined means no body. */
	request(operationId: string, body: unknown): string[] {
		const { operation, path } = this.operation(operationId);
		const { requestBody } = operation;
		if (!requestBody) return [];
		if (body === undefined) return requestBody.required ? ['a JSON body is required'] : [];
		return this.problems([...path, 'requestBody', 'content', 'application/json', 'schema'], body);
	}

	/** Problems of an answer's status, headers (lower-case names) and body. */
	response(
		operationId: string,
		status: number,
		headers: Record<string, unknown>,
		body: unknown,
	): string[] {
		const { operation, path } = this.operation(operationId);
		const key = String(status) in operation.responses ? String(status) : 'default';
		if (key === 'default' && status < 400) return [`status ${status} is not in the contract`];
		const { $ref, ...inline } = operation.responses[key] ?? {};
		const name = $ref?.split('/').pop();
		const response = name === undefined ? inline : this.description.components.responses[name];
		const place =
			name === undefined ? [...path, 'responses', key] : ['components', 'responses', name];
		const missing = Object.entries(response?.headers ?? {})
			.filter(([header, { required }]) => required && headers[header.toLowerCase()] === undefined)
			.map(([header]) => `header ${header} is missing`);
		return [
			...missing,
			...this.problems([...place, 'content', 'application/json', 'schema'], body),
		];
	}

	/** Problems of a value checked against a named schema, e.g. `Event`. */
	schema(name: string, value: unknown): string[] {
		return this.problems(['components', 'schemas', name], value);
	}

	private operation(operationId: string) {
		const found = this.operations.get(operationId);
		if (!found) throw new RangeError(`The contract has no operation ${operationId}`);
		return found;
	}

	private problems(place: string[], value: unknown): string[] {
		const pointer = place.map((part) => encodeURIComponent(escape(part))).join('/');
		const validate: ValidateFunction | undefined = this.ajv.getSchema(`contract#/${pointer}`);
		if (!validate) throw new RangeError(`The contract has no schema at ${pointer}`);
		if (validate(value)) return [];
		return (validate.errors ?? []).map(({ instancePath, message, params }) => {
			const key: unknown = params.additionalProperty;
			const where = instancePath.slice(1).replaceAll('/', '.') || 'the body';
			return `${where} ${message}${typeof key === 'string' ? ` (${key})` : ''}`;
		});
	}
}
