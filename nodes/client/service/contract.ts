import type { components } from '../../../contract/service';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Upload = Schemas['Upload'];
export type Job = Schemas['Job'];
export type JobOptions = Schemas['JobOptions'];
export type JobSubmission = Schemas['JobSubmission'];
export type Result = Schemas['Result'];
