/** A client from the description of the API: it submits, is told to wait, asks for the list, and cancels. */
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const { SERVER = "", TOKEN = "", ZKEY = "", WITNESS = "" } = process.env;
const { GET, POST, DELETE } = createClient<paths>({ baseUrl: SERVER, headers: { authorization: `Bearer ${TOKEN}` } });

/** What a job of this request becomes, however long it takes. */
async function prove(body: components["schemas"]["Request"]): Promise<components["schemas"]["Job"]> {
    const { data, error } = await POST("/prove", {
        body, params: { query: { wait: 1 }, header: { "idempotency-key": "one" } },
    });
    if (error) throw new Error(error.error.code);
    for (let job: components["schemas"]["Job"] = { state: "waiting", ...data }; ; ) {
        if (job.state === "done" || job.state === "failed") return job;
        const next = await GET("/jobs/{id}", { params: { path: { id: data.id } } });
        if (!next.data) throw new Error(next.error.error.code);
        job = next.data;
        await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
}

const job = await prove({ zkey: { path: ZKEY }, witness: { path: WITNESS } });
const list = await GET("/jobs", { params: { query: { limit: 10 } } });
const cancelled = await DELETE("/jobs/{id}", { params: { path: { id: job.id } } });
const refused = await GET("/jobs/{id}", { params: { path: { id: "none" } } });
console.log(JSON.stringify({
    state: job.state, result: job.result, listed: list.data?.jobs.map(({ id }) => id === job.id),
    cancelled: cancelled.data?.cancelled, refused: refused.error?.error.code,
}));
