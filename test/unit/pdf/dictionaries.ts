import { createHash } from 'node:crypto';

import { encryptAesBlocks } from '../../../pdf/encryption/ciphers';
import type { Dictionary } from '../../../pdf/syntax/objects';
import { tryParseDictionary } from '../../../pdf/syntax/parse';
import { present } from '../../present';

/** The first file identifier, which the keys depend on. */
export const ID = Buffer.from('6465666768696a6b6c6d6e6f70717273', 'hex');

const OWNER = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

export function makeDictionary(text: string): Dictionary {
	return present(tryParseDictionary(Buffer.from(`<<${text}>>`)));
}

/** Encryption dictionary of revisions 2 to 4. */
function formatOld(entries: string, user: string): string {
	return `/Filter/Standard${entries}/P -1028/O<${OWNER}>/U<${user}>`;
}

/** Encryption dictionary of revisions 5 and 6. */
function formatRecent(revision: number, user: string, userKey: string): string {
	const filters = '/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF';
	return `/Filter/Standard/V 5/R ${revision}/P -1028${filters}/U<${user}>/UE<${userKey}>`;
}

const FILE_KEY = '202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f';
const R3_USER = `509ccd6342ae324faf9b656fdc841fdf${'00'.repeat(16)}`;
const AES_128 = '/V 4/R 4/CF<</StdCF<</CFM/AESV2>>>>/StmF/StdCF/StrF/StdCF';

/**
 * Encryption dictionaries that the empty user password opens, with their file encryption keys. Computed
 * in Python with hashlib and cryptography from the algorithms of ISO 32000.
 */
export const OPEN = {
	'R 2, 40 bits': {
		text: formatOld('/V 1/R 2', 'd6c51b4ec7d81d034fd7f2cba0e8c210c70619ce5415585af962db263469b8f4'),
		key: '975793e7d8',
	},
	'R 3, 128 bits': {
		text: formatOld('/V 2/R 3/Length 128', R3_USER),
		key: 'a63526680acc1ce00dc6a9844cc94fd5',
	},
	'R 4': {
		text: formatOld(AES_128, R3_USER),
		key: 'a63526680acc1ce00dc6a9844cc94fd5',
	},
	'R 4, metadata aside': {
		text: formatOld(
			`${AES_128}/EncryptMetadata false`,
			`db23becfeade6713faafd2e964270272${'00'.repeat(16)}`,
		),
		key: '1fbbaca911bfb368328d9f31f9e4f9c0',
	},
	'R 5': {
		text: formatRecent(
			5,
			'c7f8e908b5aae9d0eff651aff0b256ece6763149653227a7790ad533751547a476616c73616c74316b657973616c7431',
			'9089ac395ef6be6b3953fea317525b071f01016c7f2b1c40ef62f8dcf003a766',
		),
		key: FILE_KEY,
	},
	// Its hashes take 64 rounds, which is the minimum, and 82, the last of which ends at the last possible byte.
	'R 6': {
		text: formatRecent(
			6,
			'c697e4b1a638b90760356d141d83668118777e9a463df26e3b867d4a664dd8ed0000000000000015000000000000000c',
			'97c204a776f263dc2981abbc68fcf6c97aac41035a38ba04de127e60de2c851b',
		),
		key: FILE_KEY,
	},
} as const;

/** Encryption dictionary of revision 5 that only the empty password of the owner opens. */
export function formatOwner(fileKey: Buffer): string {
	const user = Buffer.concat([Buffer.alloc(32, 9), Buffer.from('saltsaltkeysalts')]);
	const hash = (salt: string) => createHash('sha256').update(salt).update(user).digest();
	const owner = Buffer.concat([hash('validate'), Buffer.from('validatekey salt')]);
	const ownerKey = encryptAesBlocks(hash('key salt'), Buffer.alloc(16), fileKey);
	const [o, oe] = [owner, ownerKey].map((bytes) => bytes.toString('hex'));
	return `${formatRecent(5, user.toString('hex'), '00'.repeat(32))}/O<${o}>/OE<${oe}>`;
}
