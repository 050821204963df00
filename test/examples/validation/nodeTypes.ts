import type { INodeTypeDescription } from 'n8n-workflow';
import type { Session } from '../../host/harness/rest/session';
import type { WorkflowNode } from '../../host/harness/rest/workflows';

/** The node types of an n8n, from the file that its editor loads. */
export class NodeTypes {
	private constructor(private readonly descriptions: readonly INodeTypeDescription[]) {}

	static async of(session: Session): Promise<NodeTypes> {
		const file = await session.bytes('/types/nodes.json');
		return new NodeTypes(JSON.parse(file.toString('utf8')) as INodeTypeDescription[]);
	}

	/** The description of that type in that version. */
	find({ type, typeVersion }: WorkflowNode): INodeTypeDescription | undefined {
		const fits = ({ name, version }: INodeTypeDescription) =>
			name === type && [version].flat().includes(typeVersion);
		return this.descriptions.find(fits);
	}
}
