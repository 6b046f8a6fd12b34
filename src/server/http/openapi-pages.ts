/**
 * `/openapi.json`, and `/docs` to read it: Swagger UI from our own package (static-files.ts serves it), so
 * that it works offline.
 */
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "../../contract/openapi.ts";
import type { AuthMode } from "../../contract/openapi-refusals.ts";

const PAGE = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>分明 API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null, defaultModelsExpandDepth: 0, docExpansion: "list" });
`;

export function registerDocs(app: FastifyInstance, mode: AuthMode, development: boolean): void {
  let document: string | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(mode, development));
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(PAGE));
  app.get("/docs/start.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(START),
  );
}
