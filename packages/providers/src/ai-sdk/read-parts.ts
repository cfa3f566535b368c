import type { PartStream } from './language-model.ts';

/** The parts of a stream. Whoever stops reading before its end cancels it. */
export async function* readParts(stream: PartStream): AsyncGenerator<unknown, void> {
  const reader = stream.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    // Not waited for: a connection that hangs must not hold up a reply that is complete.
    if (!isOver) void reader.cancel().catch(() => {});
  }
}
