import type { Call } from '../world/records';
import type { Life } from '../life';

export type ClaimCounts = Map<string, number>;
export function checkClaims(_call: Call, _life: Life): void {}
