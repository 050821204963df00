import { bodies } from './bodies';
import type { Cell } from './cell';
import { network } from './network';
import { cellsOf } from './rows';
import { statuses } from './statuses';

/** Every fault of the matrix, in the order of its rows. */
export const cells: Cell[] = cellsOf([...network, ...statuses, ...bodies]);
