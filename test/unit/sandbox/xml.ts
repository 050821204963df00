/** The text of an element of S3's XML. */
export function element(xml: string, name: string): string | undefined {
	return new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1];
}
