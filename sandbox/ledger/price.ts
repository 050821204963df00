/** Credits that a document costs per page (interface 8). */
const CREDITS_PER_PAGE = 1;

/**
 * Credits that a document costs.
 *
 * @param pages null if they could not be counted
 * @param unreadableCredits credits for a document whose pages could not be counted
 */
export function priceOf(pages: number | null, unreadableCredits: number): number {
	return pages === null ? unreadableCredits : pages * CREDITS_PER_PAGE;
}
