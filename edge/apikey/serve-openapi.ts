import type { Context } from '#edge/kernel/context.ts';

/** Path of the OpenAPI document of all calls. A build writes it among the static files, where the Worker finds it. */
export const OPENAPI_PATH = '/ecapi/openapi.json';

/** Every call with its input, output and errors, for programs that generate a client; it tells nothing that the code does not. */
export async function serveOpenApi(request: Request, { env }: Context): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Use GET, HEAD.\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
  const document = await env.ASSETS.fetch('http://assets/reference/all-calls.json');
  return new Response(request.method === 'HEAD' ? null : await document.arrayBuffer(), {
    status: document.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
