type Listener = () => void;

/**
 * A signal with the parts of `AbortSignal` that the node needs, at a tenth of the cost. It counts its
 * listeners.
 */
export class Signal {
	aborted = false;
	reason: unknown;
	private readonly listeners = new Map<Listener, boolean>();
	/** Signals derived from this signal; they do not count as leaked listeners. */
	private readonly followers = new Set<WeakRef<Signal>>();

	static any(signals: readonly Signal[]): Signal {
		const joint = new Signal();
		const first = signals.find(({ aborted }) => aborted);
		if (first) joint.abort(first.reason);
		else for (const signal of signals) signal.followers.add(new WeakRef(joint));
		return joint;
	}

	get listenerCount(): number {
		return this.listeners.size;
	}

	addEventListener(_: 'abort', listener: Listener, options?: { once?: boolean }): void {
		this.listeners.set(listener, options?.once === true);
	}

	removeEventListener(_: 'abort', listener: Listener): void {
		this.listeners.delete(listener);
	}

	throwIfAborted(): void {
		if (this.aborted) throw this.reason;
	}

	abort(reason: unknown): void {
		if (this.aborted) return;
		this.aborted = true;
		this.reason = reason;
		for (const listener of [...this.listeners.keys()]) {
			if (this.listeners.get(listener) === true) this.listeners.delete(listener);
			listener();
		}
		for (const follower of this.followers) follower.deref()?.abort(reason);
		this.followers.clear();
	}
}

const ABORTED = new Error('This operation was aborted');

export class Controller {
	readonly signal = new Signal();

	abort(reason: unknown = ABORTED): void {
		this.signal.abort(reason);
	}
}
