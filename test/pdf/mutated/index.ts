export { mutate } from './mutate';
export { Random } from './random';
export { readOnce, type Reading } from './read';
