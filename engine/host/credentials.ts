import { Credentials, getAdditionalKeys } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	ICredentialsHelper,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	type Workflow,
	type WorkflowExecuteMode,
	isExpression,
} from 'n8n-workflow';

/** Credential type name → what the user typed into its fields. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/**
 * n8n's credentials helper without its database. It has one credential per type, fills missing fields with
 * defaults, resolves expressions, and applies `authenticate` as n8n 1.123 does.
 */
export class EngineCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: ICredentialType[],
		/** May change between runs, as when a user edits a credential. */
		readonly data: CredentialData,
	) {
		super();
	}

	typeNamed(name: string): ICredentialType {
		const type = this.types.find((candidate) => candidate.name === name);
		if (!type) throw new Error(`Credential type ${name} is not part of this package.`);
		return type;
	}

	getParentTypes(name: string): string[] {
		return this.typeNamed(name).extends ?? [];
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.typeNamed(type).properties;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeNamed(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		const resolve = (value: unknown) =>
			isExpression(value)
				? String(
						workflow.expression.getSimpleParameterValue(node, value, 'internal', {
							$credentials: credentials,
						}) || '',
					)
				: value;
		const request: Record<string, unknown> = { headers: {}, ...options };
		for (const [part, entries] of Object.entries({ ...authenticate?.properties })) {
			const resolved = Object.entries(entries).map(([key, value]) => [
				resolve(key),
				resolve(value),
			]);
			request[part] = Object.assign({}, request[part], Object.fromEntries(resolved));
		}
		return Object.assign(options, request);
	}

	/** No credential of this package expires. */
	preAuthentication() {
		return Promise.resolve(undefined);
	}

	getCredentials(nodeCredentials: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const data = this.data[type];
		if (!data) {
			const message = `Credential with ID "${nodeCredentials.id}" does not exist for type "${type}".`;
			return Promise.reject(new Error(message));
		}
		const credentials = new Credentials(
			{ id: nodeCredentials.id, name: nodeCredentials.name },
			type,
		);
		credentials.setData(data);
		return Promise.resolve(credentials);
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const typed = (await this.getCredentials(nodeCredentials, type)).getData();
		const data = this.withDefaults(typed, type);
		if (!values) return data;
		return values.workflow.expression.getParameterValue(
			data as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, values.runExecutionData),
			executeData,
		) as ICredentialDataDecryptedObject;
	}

	/** Returns the fields of a credential, with defaults for missing ones. */
	withDefaults(data: ICredentialDataDecryptedObject, type: string): ICredentialDataDecryptedObject {
		return NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
	}

	updateCredentials() {
		return Promise.reject(new Error('Credentials cannot be changed by a run.'));
	}

	updateCredentialsOauthTokenData() {
		return this.updateCredentials();
	}
}
