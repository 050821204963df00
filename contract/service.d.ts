// Generated from contract/openapi.yaml by `npm run build`; change the contract, not this file.

export interface paths {
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Account and credit balance
         * @description Section 4.1.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Obtain a presigned upload
         * @description Section 4.2. Afterwards the client sends a multipart/form-data POST to `upload_url` with
         *     every entry of `fields` and the PDF file, then passes `key` to POST /v1/jobs.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a tagging job
         * @description Section 4.3. Charges 1 credit per page at submission.
         */
        post: operations["submitJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's `id`. Its format is not shown, so encode it. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Job status
         * @description Section 4.4.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's `id`. Its format is not shown, so encode it. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Download URL of the tagged PDF
         * @description Section 4.5. Answers 409 unless the job is `completed`.
         */
        get: operations["getResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "job.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A job finished successfully
         * @description Sections 4.6 and 6. Sent to every enabled endpoint, at least once; receivers dedupe on
         *     `data.job.id`. The event carries no result URL. Not shown: the retry schedule.
         */
        post: operations["receiveJobCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A job failed
         * @description Sections 4.6 and 6. Delivered like `job.completed`.
         */
        post: operations["receiveJobFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Account (2.1). */
        Account: {
            /** @description Its format is not shown. */
            account_id: string;
            plan: string | null;
            subscription_status: string | null;
            /** @description Current credit balance. */
            credits_available: number;
            request_id: components["schemas"]["RequestId"];
        };
        /** @description Request of POST /v1/uploads (4.2). */
        UploadRequest: {
            /** @description The original file name. */
            filename?: string;
        };
        /** @description Upload (2.2). */
        Upload: {
            /** @description URL of the storage target for the presigned POST. */
            upload_url: string;
            /** @description Every entry must be sent as a form field together with the file. */
            fields: {
                [key: string]: string;
            };
            /** @description Identifier of the stored upload, for POST /v1/jobs. Its format is not shown. */
            key: string;
            request_id: components["schemas"]["RequestId"];
        };
        /** @description Options of a submission (2.3). No other keys are allowed. */
        JobOptions: {
            /**
             * @description Forces OCR on image-only pages.
             * @default false
             */
            ocr?: boolean;
            /**
             * @description Embeds a non-embedded font when that is safe.
             * @default false
             */
            embed_fonts?: boolean;
        };
        /** @description Request of POST /v1/jobs (4.3). */
        JobSubmission: {
            /** @description The key from POST /v1/uploads. */
            key: string;
            filename?: string;
            options?: components["schemas"]["JobOptions"];
        };
        /** @description Job (2.3). */
        Job: {
            /** @description Its format is not shown. */
            id: string;
            /**
             * @description The transitions are not shown.
             * @enum {string}
             */
            status: "processing" | "completed" | "failed";
            filename: string | null;
            credits_used: number;
            /** @description The job's options. The exact content echoed is not shown. */
            options: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601.
             */
            created_at: string;
            request_id: components["schemas"]["RequestId"];
        };
        /** @description Result (2.4). */
        Result: {
            /** @description Presigned download URL of the tagged PDF. */
            result_url: string;
            /** @description Seconds the URL is valid. Its fixed value is not shown. */
            expires_in: number;
            request_id: components["schemas"]["RequestId"];
        };
        /** @description Body of every error response (2.5). */
        Error: {
            error: components["schemas"]["ErrorDetail"];
        };
        /** @description The inner object of an error body (2.5). */
        ErrorDetail: {
            /** @description Its values are not shown. */
            type: string;
            message: string;
            request_id: components["schemas"]["RequestId"];
        };
        /** @description Webhook event (2.6). */
        Event: {
            id: string;
            /** @enum {string} */
            type: "job.completed" | "job.failed";
            /** @description Its unit is not shown. */
            created: number;
            data: {
                job: components["schemas"]["Job"];
            };
        };
        /** @description Identifies the request, on every body. Its format is not shown. */
        RequestId: string;
    };
    responses: {
        /** @description Invalid request. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Missing, invalid or revoked API key. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not enough credits. */
        NotEnoughCredits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such job for this account. */
        JobNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Idempotency conflict, or a job still being created. Nothing tells them apart. */
        SubmissionConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The job is not completed yet. */
        JobNotCompleted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limit exceeded. */
        RateLimited: {
            headers: {
                /** @description Seconds until the window resets. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any other error. Which statuses occur is not shown; all error bodies use Error (section 7). */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any 2xx response acknowledges receipt. */
        Acknowledged: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A non-2xx response is retried with backoff. */
        NotAcknowledged: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The job's `id`. Its format is not shown, so encode it. */
        JobId: string;
        /**
         * @description `t=<unix_seconds>,v1=<hmac>` (5.2). The hmac is HMAC with SHA-256 over `<t>.<raw_body>`,
         *     keyed by the secret of the receiving endpoint. A timestamp older than a few minutes must be
         *     rejected. Not shown: the encoding of the hmac and the exact tolerance.
         */
        Signature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account of the API key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description The presigned upload. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    submitJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeat with the same key returns the first job and never charges twice. Not shown:
                 *     its format and lifetime, and whether a repeat with another body gets the first job or 409.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobSubmission"];
            };
        };
        responses: {
            /** @description Accepted; the job is processed asynchronously. On a repeat, the first job. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["NotEnoughCredits"];
            409: components["responses"]["SubmissionConflict"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's `id`. Its format is not shown, so encode it. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's `id`. Its format is not shown, so encode it. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The presigned, short-lived download URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Result"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["JobNotCompleted"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    receiveJobCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hmac>` (5.2). The hmac is HMAC with SHA-256 over `<t>.<raw_body>`,
                 *     keyed by the secret of the receiving endpoint. A timestamp older than a few minutes must be
                 *     rejected. Not shown: the encoding of the hmac and the exact tolerance.
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "job.completed";
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
            default: components["responses"]["NotAcknowledged"];
        };
    };
    receiveJobFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hmac>` (5.2). The hmac is HMAC with SHA-256 over `<t>.<raw_body>`,
                 *     keyed by the secret of the receiving endpoint. A timestamp older than a few minutes must be
                 *     rejected. Not shown: the encoding of the hmac and the exact tolerance.
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type?: "job.failed";
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Acknowledged"];
            default: components["responses"]["NotAcknowledged"];
        };
    };
}
