/** Encryption (ISO 32000-2, 7.6). */
export { StandardSecurityHandler } from './standardSecurityHandler';
