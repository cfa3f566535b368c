/** A middleware of the SDK: it sees the response before the SDK reads it. */
export type ResponseWatcher = <Request>(
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/**
 * Tells of everything that arrives. The SDK keeps pings to itself, which are all that comes while a model thinks for
 * long without showing it.
 */
export function watchResponse(onActivity: () => void): ResponseWatcher {
  return async (request, next) => {
    const response = await next(request);
    onActivity();
    if (!response.ok || !response.body) return response;
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          onActivity();
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(watched, response);
  };
}
