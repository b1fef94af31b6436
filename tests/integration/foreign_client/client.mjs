// Reads {transport, calls} as JSON from standard input, asks a server with the TypeScript SDK, prints what came back.
// transport: {command, args} or {url, token}. calls: [{tool, arguments} | {resource} | {prompt, arguments}].
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { readFileSync } from "node:fs";

const { transport: how, calls } = JSON.parse(readFileSync(0, "utf-8"));
const transport = how.url
  ? new StreamableHTTPClientTransport(new URL(how.url), {
      requestInit: { headers: { Authorization: `Bearer ${how.token}` } },
    })
  : new StdioClientTransport({ command: how.command, args: how.args, env: process.env });
const client = new Client({ name: "foreign", version: "1" });
const progress = [];

async function answered(call) {
  if (call.resource) return client.readResource({ uri: call.resource });
  if (call.prompt) return client.getPrompt({ name: call.prompt, arguments: call.arguments });
  const options = { onprogress: (told) => progress.push(told) };
  return client.callTool({ name: call.tool, arguments: call.arguments }, undefined, options);
}

try {
  await client.connect(transport);
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resourceTemplates } = await client.listResourceTemplates();
  const answers = [];
  for (const call of calls) {
    answers.push(await answered(call).catch((error) => ({ thrown: String(error.message) })));
  }
  const server = client.getServerVersion();
  console.log(JSON.stringify({ server, tools, prompts, resourceTemplates, answers, progress }));
} finally {
  await client.close();
}
