// Tools for packages that ask for them: workbooks through a small Python program, public reference pages through the
// gateway. Registered only where the arm gives them.
import { execFile } from "node:child_process";

const given = new Set((process.env.WP42_TOOLS ?? "").split(","));
const gateway = process.env.WP42_GATEWAY ?? "";
const [python, program] = (process.env.WP42_EXCEL ?? "").split(" ");

const answer = (text: string) => ({ content: [{ type: "text" as const, text }], details: {} });

function excel(request: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(python, [program], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr.trim().split("\n").pop() || error.message)) : resolve(stdout),
    );
    child.stdin?.end(JSON.stringify(request));
  });
}

async function web(path: string, body: unknown): Promise<string> {
  const response = await fetch(`${gateway}/wp42/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as { error?: string };
  if (!response.ok) throw new Error(reply.error ?? `HTTP ${response.status}`);
  return JSON.stringify(reply, null, 1);
}

const text = (description: string) => ({ type: "string", description });

export default function (pi: any) {
  if (given.has("excel")) {
    pi.registerTool({
      name: "excel_read",
      label: "Read workbook",
      description:
        "Read an .xlsx workbook: without a sheet its sheets and their sizes, with a sheet its cells as rows; formulas are shown as written.",
      parameters: {
        type: "object",
        properties: {
          path: text("path of the workbook"),
          sheet: text("name of a sheet"),
          range: text("cells to read, for example A1:F40; default: all"),
        },
        required: ["path"],
      },
      execute: async (_id: string, request: object) => answer(await excel({ do: "read", ...request })),
    });
    pi.registerTool({
      name: "excel_write",
      label: "Write workbook",
      description:
        "Write rows of cells into a sheet of an .xlsx workbook, which is made where it is missing. Text that starts with = is a formula.",
      parameters: {
        type: "object",
        properties: {
          path: text("path of the workbook"),
          sheet: text("name of the sheet"),
          start: text("cell of the first value; default A1"),
          rows: { type: "array", items: { type: "array", items: {} }, description: "rows of values" },
        },
        required: ["path", "sheet", "rows"],
      },
      execute: async (_id: string, request: object) => answer(await excel({ do: "write", ...request })),
    });
  }
  if (given.has("web")) {
    pi.registerTool({
      name: "web_search",
      label: "Search the web",
      description: "Search public reference pages. Never put a client's private data into a query.",
      parameters: { type: "object", properties: { query: text("what to look for") }, required: ["query"] },
      execute: async (_id: string, request: object) => answer(await web("web_search", request)),
    });
    pi.registerTool({
      name: "fetch_page",
      label: "Fetch a page",
      description: "Fetch one public reference page by its address, as a search returned it.",
      parameters: { type: "object", properties: { url: text("the page's address") }, required: ["url"] },
      execute: async (_id: string, request: object) => answer(await web("fetch_page", request)),
    });
  }
}
