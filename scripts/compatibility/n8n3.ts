/** Effects of each change of n8n 3 on this package: a part of docs/evidence/compatibility.md. */
export const N8N_3 = `## n8n 3

**Nothing has run on n8n 3.** npm has no runnable \`n8n\` any more, and the tests here have no Docker. The following
comes from n8n's page "n8n 3.0 breaking changes" and from reading this package. Install it as the
[README](../../README.md#install) says.

| change in n8n 3 | what it means here |
| --- | --- |
| n8n runs only in Docker | \`docker/tour/compose.yaml\` is the tour for Docker; \`npm start\` and the tests install n8n 1 and 2 from npm |
| Unverified community packages are off by default (\`N8N_UNVERIFIED_PACKAGES_ENABLED\`) | until this package is verified, n8n neither installs nor loads it unless the variable is \`true\` |
| \`n8n-node dev\` needs Docker or Podman | not used; \`n8n-node lint\` is unchanged |
| Function, Function Item, Item Lists, LangChain Code and AI Transform are removed | no example uses them |
| AI Agent version 1 is removed | the example has version 3 |
| \`$getPairedItem\` is removed | not used |
| \`$evaluateExpression()\` is removed from the Code node | not used |
| Execute Workflow has no mode _Run once for each item_ | not used |
| Always Output Data adds an item only if all outputs are empty | the examples set it on nodes with one output only: same behaviour |
| The SSRF block list grows by \`100.64.0.0/10\`, \`::/128\`, \`2002::/16\` and \`64:ff9b::/96\` | only with \`N8N_SSRF_PROTECTION_ENABLED\`; a service or storage in these ranges (Tailscale, carrier NAT) must be allowed with \`N8N_SSRF_ALLOWED_IP_RANGES\`, and the error says so |
| Lower limits of the Compression node | not used |
| \`~/.n8n/binaryData\` becomes \`~/.n8n/storage\` | the package names neither; a volume mounted at the old folder must move |
| Binary data in memory (\`default\`) is removed | nothing to do: documents are streams in every other mode; code for memory stays for n8n 1 and 2 |
| Code nodes end after 60 s (\`N8N_RUNNERS_TASK_TIMEOUT\`) | the action node does not run in a task runner; the Code node of the library only compares lists of files |
| Manual executions in queue mode always run on workers | the tagged PDF must be in a store that workers and main share: the database or S3, not the disk of one process; Stop then reaches the worker |
| \`N8N_DB_PING_TIMEOUT\` is removed | not used |
| Chat Hub is off by default | not used: the example with an agent has its own chat trigger |
| Workflows cannot be imported from a URL in the editor | the examples say **Import from File**; copying and pasting works, too |
| Gmail Trigger behaves like version 1.4 | not used: the example asks Gmail on a schedule |
| The Slack credential requires a signing secret | the Slack example needs one more field in the credential, although it only sends |
| External secrets, Ask AI, non-functional nodes | not used |

**Docker.** Both compose files, \`docker/production/compose.yaml\` and \`docker/tour/compose.yaml\`, were checked with
\`docker-compose config\` 1.29.2 and by tests of their settings. The commands of \`docker/tour/Dockerfile\` were run by hand
in an empty folder, from the installation to the packed package, and \`scripts/start/inContainer.ts\` set
up an n8n 2.41.1 from npm that had the settings of the compose file. No image was built, and no container was started.
\`npm run test:host -- --image <image>\` runs the host tests in a container where Docker exists; here its command lines
were tested against a stand-in for \`docker\`.

n8n 2.34.5 and newer recover enqueued executions after a restart (n8n#35059). In 2.41.1 this covers executions that wait
for a concurrency slot (status _new_), and only outside queue mode: \`EnqueuedExecutionRecoveryService\` refuses to run in
queue mode. No node of such an execution has run, so nothing was submitted, and the [crash matrix](crash-matrix.md) stays
as it is. This was read in n8n's code, and not run.`;
