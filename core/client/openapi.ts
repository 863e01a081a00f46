// Made from openapi.json by "npm run schemas"; not to be edited.
import type * as contract from "../contract/contract.ts";
export interface paths {
    "/openapi.json": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** This document. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/status": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The program: version, demo or not, storage. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ServerStatus"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/self": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What tsdbscope itself costs, and what it dropped and why. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["SelfStatus"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/discovery": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Where targets are found, which there are, and which were dropped. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiscoveredJob"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/fleet": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** All targets at once: state, CPU, GC, memory and events, the worst first, and what they have in common. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Fleet"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every target with its state. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Target"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Adds a target, within add_targets of the configuration; kept across restarts. */
        post: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description http://HOST:PORT or https://HOST:PORT/PREFIX. */
                        url: string;
                        /** @description Default: HOST:PORT. */
                        name?: string;
                        /** @description Also where it does not answer with metrics now. */
                        anyway?: boolean;
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: {
                                target: components["schemas"]["Target"];
                            };
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/added-targets": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What may be added as a target, and what was. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["AddedTargetsView"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/added-targets/{target}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Stops scraping a target that was added; what it recorded stays. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: null;
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** One target. */
        get: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Target"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Removes a recording. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: null;
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/panels/gc-cpu": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** GC cycles against CPU. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    format?: "json" | "csv" | "text";
                    part?: string;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["GcCpuPanel"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/panels/compaction": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Compactions on the clock. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    format?: "json" | "csv" | "text";
                    part?: string;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["CompactionPanel"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/panels/wal-replay": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** WAL replay, running or done. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    format?: "json" | "csv" | "text";
                    part?: string;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["WalReplayPanel"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/panels/memory": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What the memory is made of, cost per sample and series, warm-up. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    format?: "json" | "csv" | "text";
                    part?: string;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["MemoryPanel"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/panels/scrapes": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every scrape of the target, failures and gaps. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    format?: "json" | "csv" | "text";
                    part?: string;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ScrapesPanel"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/panels/{panel}.svg": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The panel as a picture. An error is a picture too. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    last?: string | number;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    target: string;
                    panel: "gc-cpu" | "compaction" | "wal-replay" | "memory" | "scrapes";
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/svg+xml": string;
                    };
                };
            };
        };
    };
    "/targets/{target}/panels/{panel}.png": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The panel as a picture. An error is a picture too. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    last?: string | number;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    target: string;
                    panel: "gc-cpu" | "compaction" | "wal-replay" | "memory" | "scrapes";
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/png": string;
                    };
                };
            };
        };
    };
    "/targets/{target}/lines": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** CPU, memory, scrape duration and events of a window without analysis: what a page draws first. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TargetLines"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/cpu-by-subsystem": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** CPU over time by subsystem, as the CPU profiles of a window have it, and which of it they cover. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["CpuBySubsystem"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/cpu-by-subsystem.svg": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** CPU by subsystem as a picture. An error is a picture too. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    last?: string | number;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/svg+xml": string;
                    };
                };
            };
        };
    };
    "/targets/{target}/cpu-by-subsystem.png": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** CPU by subsystem as a picture. An error is a picture too. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    last?: string | number;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/png": string;
                    };
                };
            };
        };
    };
    "/targets/{target}/spikes": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Spikes of CPU, scrape duration, resident memory and disk I/O, and what they come from. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TargetSpikes"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/cardinality": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Metrics, labels and label pairs by series and memory, and what grew between two readings. A live target is
         * asked by it, at most once a minute for all readers together, and not while it is slow.
         */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TargetCardinality"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/host": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Cores, disks and memory of its host, by the node_exporter scraped beside it. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["HostView"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/herd/compaction": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The compactions of several targets folded on one clock. */
        get: {
            parameters: {
                query?: {
                    targets?: string[];
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["CompactionHerd"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/logs/compaction": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Reads the compactions in a server's log, plain or gzip, or in the meta.json files of its blocks, one after
         * the other; with a target its panel has them too.
         */
        post: {
            parameters: {
                query?: {
                    target?: string;
                };
                path?: never;
            };
            requestBody: {
                content: {
                    "text/plain": string;
                    "application/gzip": string;
                    "multipart/form-data": {
                        log?: string[];
                    };
                };
            };
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["CompactionLog"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/findings": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The sentences of all panels, worst first. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["PanelFinding"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/samples": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Raw recorded samples of a series selector. */
        get: {
            parameters: {
                query: {
                    match: string;
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["SampleSeries"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/live": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Server-sent events: scrapes, state changes, captures. */
        get: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/recording": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The window as a recording file. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/export": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The samples of the window for other programs: OpenMetrics text with times, or Parquet. */
        get: {
            parameters: {
                query: {
                    format: "openmetrics" | "parquet";
                    match?: string;
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/openmetrics-text": string;
                        "application/vnd.apache.parquet": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/captures": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Captures of the target with cause, cost and result, newest first; also of before a restart. */
        get: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Capture"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Captures a profile: now, at a time, every so often, or at the next compaction. */
        post: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate"
                            | "fgprof" | "trace" | "everything";
                        /**
                         * @description How long cpu, fgprof, trace and the CPU profile of everything run: 1 or more, 10
                         * by default (trace: 5). Of the others, 0 (the default) captures the state as it is, more what
                         * changes in that time.
                         */
                        seconds?: number | null;
                        /**
                         * @description "now" (the default), "next-compaction", or a time as RFC 3339 or Unix seconds. A
                         * CPU profile of the next compaction runs from just before it to its end, for at least
                         * "seconds".
                         */
                        at?: string | number | null;
                        /**
                         * @description A duration such as 1h: one each time, the first at "at", until the booking is
                         * cancelled.
                         */
                        every?: string | null;
                        /** @description Collects garbage first; heap and allocs only. */
                        gc?: boolean | null;
                    };
                };
            };
            responses: {
                /** @description Success. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: {
                                capture: components["schemas"]["Capture"];
                            };
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profiling": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Profiles that tsdbscope takes of the target automatically: plans, state, cost. */
        get: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Profiling"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Switches continuous profiling of the target on or off; survives restarts. */
        put: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        on: boolean;
                    };
                };
            };
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Profiling"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profiling/rules": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Sets what starts a profile of the target, in place of what is configured; survives restarts. */
        put: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Built-in rules that do not fire. */
                        off: ("cpu" | "memory-limit" | "memory-growth" | "goroutines" | "scrape-duration"
                            | "heap-after-gc" | "compaction" | "next-compaction" | "finding")[];
                        /** @description Beside the built-in rules. */
                        rules: {
                            /** @description No other rule has it. */
                            name: string;
                            /** @description Series by name and labels. */
                            selector: string;
                            /** @description Fires above it. Give either "above" or "below". */
                            above?: number | null;
                            /** @description Fires below it. Give either "above" or "below". */
                            below?: number | null;
                            /** @description How long the threshold has to be crossed; 0 by default. */
                            forSeconds?: number;
                            /**
                             * @description What it takes; cpu by default.
                             * @enum {string}
                             */
                            kind?: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block";
                            /** @description Of a CPU profile, 1 or more; 5 by default. */
                            seconds?: number;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Profiling"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** What starts a profile of the target is as configured again. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Profiling"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/captures/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Progress of a capture. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Capture"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Cancels a capture that waits or runs. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Capture"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/captures/{id}/bundle": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The bundle of a capture of everything, as of `promtool debug all`: tar.gz. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/recordings": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Opens a recording file as a target. */
        post: {
            parameters: {
                query?: {
                    name?: string;
                };
                path?: never;
            };
            requestBody: {
                content: {
                    "application/gzip": string;
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: {
                                target: components["schemas"]["Target"];
                            };
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/notes": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Notes that touch the window, earliest first; all without one. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Note"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Puts a note on the time axis. */
        post: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Unix seconds. */
                        time: number;
                        /** @description Unix seconds; null or absent: the note marks a moment. */
                        endTime?: number | null;
                        /** @description At most 4096 bytes of plain text. */
                        text: string;
                        author?: string | null;
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Note"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/notes/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Removes a note; answers it as it was. */
        delete: {
            parameters: {
                query: {
                    revision: number;
                };
                path: {
                    target: string;
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Note"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Changes a note; refused with 409 when it was changed since the revision named. */
        patch: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Unix seconds. */
                        time?: number;
                        /** @description Unix seconds; null or absent: the note marks a moment. */
                        endTime?: number | null;
                        /** @description At most 4096 bytes of plain text. */
                        text?: string;
                        author?: string | null;
                        revision: number;
                    };
                };
            };
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Note"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/notes/{id}/restore": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Brings back a note that was removed since the program started. */
        post: {
            parameters: {
                query?: never;
                path: {
                    target: string;
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Note"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/postmortem.md": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The window as Markdown for a postmortem: findings, timeline, notes, figures, links. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/markdown": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** The same, with pictures that stay as they are now: frozen embeds, kept for a year. */
        post: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/markdown": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/incident": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The window as an incident file: samples, profiles, starts, notes, findings; opens on another tsdbscope. */
        get: {
            parameters: {
                query?: {
                    start?: string | number;
                    end?: string | number;
                    step?: string | number;
                    asOf?: string | number;
                    include?: ("none" | "profiles" | "uploads" | "replays" | "notes")[];
                    redact?: boolean;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/incidents": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Opens an incident file as a recorded target; also every other archive, as below. */
        post: {
            parameters: {
                query?: {
                    name?: string;
                    file?: string;
                };
                path?: never;
            };
            requestBody: {
                content: {
                    "application/gzip": string;
                    "application/x-tar": string;
                    "application/zip": string;
                    "multipart/form-data": {
                        file?: string[];
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["OpenedArchive"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/debug-bundles": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Opens the tarball of promtool debug, a tar or zip of profiles, or a folder of them (multipart, each part's
         * file name its path).
         */
        post: {
            parameters: {
                query?: {
                    name?: string;
                    file?: string;
                };
                path?: never;
            };
            requestBody: {
                content: {
                    "application/gzip": string;
                    "application/x-tar": string;
                    "application/zip": string;
                    "multipart/form-data": {
                        file?: string[];
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["OpenedArchive"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/replays": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every replay that was seen, newest first; of one target with its probe budget. */
        get: {
            parameters: {
                query?: {
                    target?: string;
                    budget?: string | number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ReplayList"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Reads the starts in a server's log, plain or gzip, as the body or a part named "log"; each is kept. */
        post: {
            parameters: {
                query?: {
                    target?: string;
                    name?: string;
                };
                path?: never;
            };
            requestBody: {
                content: {
                    "text/plain": string;
                    "application/gzip": string;
                    "multipart/form-data": {
                        log?: string[];
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ReplayLog"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/replays/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** One replay with its timeline. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Replay"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Forgets a replay. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: null;
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/embeds": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every embed that can still be opened, newest first. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Embed"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Makes a signed link that opens one panel, flame graph, diff or benchmark. */
        post: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        panel: "gc-cpu" | "compaction" | "wal-replay" | "memory" | "scrapes" | "cpu-by-subsystem"
                            | "flamegraph" | "diff" | "benchmark";
                        /** @description Panels of a target. */
                        target?: string | null;
                        /**
                         * @description A moving window such as 1h, or two times, judged as of now or of a third.
                         * Default: what the panel's page shows, the last 15 minutes of a live target, the whole of a
                         * recording.
                         */
                        range?: {
                            last: string;
                        } | {
                            /** Format: rfc3339-or-unix-seconds */
                            start: string | number;
                            /** Format: rfc3339-or-unix-seconds */
                            end: string | number;
                            /** Format: rfc3339-or-unix-seconds */
                            asOf?: string | number;
                        } | string | null;
                        /** @enum {string|null} */
                        theme?: "auto" | "light" | "dark" | null;
                        /**
                         * @description The answer of this moment is kept with the embed, whatever retention removes.
                         */
                        frozen?: boolean | null;
                        /**
                         * @description A duration from now (30d, the default is 90d), or a time as RFC 3339 or Unix
                         * seconds.
                         */
                        expires?: string | number | null;
                        title?: string | null;
                        profile?: {
                            ids: string[];
                            /** @description Parameters of the flame graph's route. */
                            query?: {
                                [key: string]: string;
                            };
                        };
                        diff?: {
                            before: string[];
                            after: string[];
                            /** @description Parameters of the flame graph's route. */
                            query?: {
                                [key: string]: string;
                            };
                        };
                        /** @description Two outputs of go test -bench; always frozen. */
                        benchmark?: {
                            before: string;
                            after: string;
                        };
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Embed"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/embeds/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Revokes an embed. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: null;
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Which profiles of a kind are of a window, what they cover, and the merged one. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["SpanProfile"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/download": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The merged profile of a window, gzip. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/top": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** flat and cum of every function over a window. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TopTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/flamegraph": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The flame graph of a window; zoom and formats as for one profile. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    minRatio?: number;
                    zoom?: string;
                    format?: "json" | "csv" | "text" | "svg" | "collapsed" | "speedscope";
                    order?: "stacks" | "time";
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["FlameGraph"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                        "image/svg+xml": string;
                        "application/vnd.speedscope+json": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/flamegraph.svg": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The flame graph of a window as a picture. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    zoom?: string;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/svg+xml": string;
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/flamegraph.png": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The flame graph of a window as a picture. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    zoom?: string;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/png": string;
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/callers": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Callers and callees of a function over a window. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    function: string;
                    minRatio?: number;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["CallersTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/lines": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** flat and cum of every line of a function over a window. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    function: string;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["LinesTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/tags": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What was spent under each value of each label over a window. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    by?: string;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TagsTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/traces": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every stack of a window with its value and labels. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TracesTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/subsystems": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What each subsystem spent over a window. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["SubsystemTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/search": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What all stacks of a window through functions of a name add up to. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    search: string;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["SearchTotal"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/targets/{target}/profile/graph": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The call graph of a window as SVG. */
        get: {
            parameters: {
                query: {
                    kind: "cpu" | "heap" | "allocs" | "goroutine" | "mutex" | "block" | "threadcreate" | "wall"
                        | "fgprof";
                    start?: string | number;
                    end?: string | number;
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    nodefraction?: number;
                    edgefraction?: number;
                    nodecount?: number;
                };
                path: {
                    target: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every profile, newest first. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ProfileInfo"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Uploads profiles: the bytes, or parts named "profile". */
        post: {
            parameters: {
                query?: {
                    name?: string;
                };
                path?: never;
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                    "application/gzip": string;
                    "multipart/form-data": {
                        profile?: string[];
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ProfileInfo"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** One profile. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ProfileInfo"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Removes a profile. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: null;
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/download": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The profile, gzip; an execution trace as go tool trace reads it, not compressed. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/timeline": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Samples along time, where they carry one: what ran when. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    from?: number;
                    to?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Timeline"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/per": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What values can be divided by: seconds, samples ingested meanwhile; else why not. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["ProfilePer"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/execution-trace": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What an execution trace (kind trace) says of GC and of goroutines. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TraceView"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/cpu-samples": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** CPU samples in an execution trace, as a pprof profile with the time of each, gzip. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/top": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** flat and cum of every function; as text, what go tool pprof -top prints. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TopTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/flamegraph": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The tree of stacks, or of those below the frame that zoom leads to; also csv, svg, collapsed stacks, and a
         * file of speedscope.
         */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    minRatio?: number;
                    zoom?: string;
                    format?: "json" | "csv" | "text" | "svg" | "collapsed" | "speedscope";
                    order?: "stacks" | "time";
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["FlameGraph"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                        "image/svg+xml": string;
                        "application/vnd.speedscope+json": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/flamegraph.svg": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The flame graph as a picture. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    zoom?: string;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/svg+xml": string;
                    };
                };
            };
        };
    };
    "/profiles/{id}/flamegraph.png": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The flame graph as a picture. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    zoom?: string;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/png": string;
                    };
                };
            };
        };
    };
    "/profiles/{id}/callers": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Callers and callees of a function, as rows and as trees. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    function: string;
                    minRatio?: number;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["CallersTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/lines": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** flat and cum of every line of a function. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    function: string;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["LinesTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/assembly": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** flat and cum of every instruction of a function, where its binary is configured. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    function: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["AssemblyTable"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/tags": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What was spent under each value of each label. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    by?: string;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TagsTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/traces": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every stack with its value and labels. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["TracesTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/subsystems": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What each subsystem spent. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["SubsystemTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/search": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What all stacks through functions of a name add up to. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    per?: "second" | "sample";
                    search: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["SearchTotal"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/profiles/{id}/graph": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The call graph as SVG. */
        get: {
            parameters: {
                query?: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    nodefraction?: number;
                    edgefraction?: number;
                    nodecount?: number;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/top": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** flat and cum of every function on both sides. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffTopTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/flamegraph": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The tree of the stacks of both sides; zoom and formats as for one profile. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    minRatio?: number;
                    zoom?: string;
                    format?: "json" | "csv" | "text" | "svg" | "collapsed" | "speedscope";
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffFlameGraph"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                        "image/svg+xml": string;
                        "application/vnd.speedscope+json": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/flamegraph.svg": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The flame graph of a diff as a picture. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    zoom?: string;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/svg+xml": string;
                    };
                };
            };
        };
    };
    "/diff/flamegraph.png": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The flame graph of a diff as a picture. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    zoom?: string;
                    width?: number;
                    theme?: "light" | "dark";
                    scale?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                /**
                 * @description Failure: the sentence as a picture or page, whose status gives its type (400 bad_data,
                 * 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 410 gone, 409 busy, 413
                 * too_large, 422 unprofilable, 500 internal, 503 unavailable, 502 target_error, 504 timeout); or as
                 * JSON.
                 */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                        "image/png": string;
                    };
                };
            };
        };
    };
    "/diff/callers": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Callers and callees of a function on both sides. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    function: string;
                    minRatio?: number;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffCallersTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/lines": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** flat and cum of every line of a function on both sides. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    function: string;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffLinesTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/tags": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What was spent under each value of each label on both sides. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    by?: string;
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffTagsTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/traces": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every stack with its values on both sides and its labels. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                    unit?: string;
                    nodecount?: number;
                    nodefraction?: number;
                    edgefraction?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffTracesTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/subsystems": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What each subsystem spent on both sides. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    limit?: number;
                    format?: "json" | "csv" | "text";
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffSubsystemTable"];
                        };
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/search": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What all stacks through functions of a name add up to on both sides. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    per?: "second" | "sample";
                    search: string;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["DiffSearchTotal"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/graph": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The call graph of the differences as SVG. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    nodefraction?: number;
                    edgefraction?: number;
                    nodecount?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/comparability": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** What makes two profiles unlike, and the normalisation that helps. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Comparability"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/renames": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Functions that went while one with the same callers and callees came, to be renamed before the diff. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["RenameProposals"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/report.md": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The diff as Markdown for a pull request. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    limit?: number;
                    minRatio?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/markdown": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/report.html": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** The diff as one HTML file that needs no server. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                    limit?: number;
                    minRatio?: number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/diff/download": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** After minus before as a pprof profile. */
        get: {
            parameters: {
                query: {
                    sampleType?: string;
                    focus?: string;
                    ignore?: string;
                    hide?: string;
                    show?: string;
                    show_from?: string;
                    tagfocus?: string;
                    tagignore?: string;
                    tagshow?: string;
                    taghide?: string;
                    tagroot?: string;
                    tagleaf?: string;
                    subsystem?: string;
                    granularity?: "functions" | "files" | "lines" | "filefunctions" | "addresses";
                    noinlines?: boolean;
                    rename?: string;
                    trim_path?: string;
                    source_path?: string;
                    prune_from?: string;
                    before_tagfocus?: string;
                    before_tagignore?: string;
                    before_focus?: string;
                    before_ignore?: string;
                    before_hide?: string;
                    before_show?: string;
                    before_show_from?: string;
                    before_prune_from?: string;
                    after_tagfocus?: string;
                    after_tagignore?: string;
                    after_focus?: string;
                    after_ignore?: string;
                    after_hide?: string;
                    after_show?: string;
                    after_show_from?: string;
                    after_prune_from?: string;
                    before: string[];
                    after: string[];
                    normalize?: string;
                    base?: "base" | "diff_base";
                    drop_negative?: boolean;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": string;
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/benchmarks": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Compares outputs of go test -bench as benchstat does, or two of GNU time. */
        post: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        before?: string;
                        after?: string;
                        files?: {
                            name: string;
                            text: string;
                        }[];
                        /**
                         * @description Configuration keys (such as cpu) whose differences do not keep benchmarks from
                         * being compared.
                         */
                        ignore?: string[];
                        /**
                         * @description Units taken as exact: every difference counts, whatever the number of runs. As a
                         * line `Unit allocs/op assume=exact`.
                         */
                        exact?: string[];
                        /**
                         * @description A key of the sub-benchmarks' names, `/format` or `/gomaxprocs`, or of a
                         * configuration line, `note`: its values are the columns instead of the texts, which are taken
                         * as one. Also `.config`, `.name`, `.file`. As -col.
                         */
                        col?: string;
                        /**
                         * @description Times are divided by the factor by which most benchmarks changed, and the rest
                         * is judged.
                         */
                        subtractDrift?: boolean;
                    };
                };
            };
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["BenchmarkReport"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/benchmark-outputs": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Every stored output of a benchmark, newest first, without its text. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["BenchmarkOutput"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Stores an output of go test -bench or of time, so that a link can name it; the same again is one. */
        post: {
            parameters: {
                query?: {
                    name?: string;
                };
                path?: never;
            };
            requestBody: {
                content: {
                    "text/plain": string;
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["BenchmarkOutput"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/benchmark-outputs/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** A stored output with its text. */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["BenchmarkOutputText"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Removes a stored output. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: null;
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/access": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Who asks, and what they may do. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["Access"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/tokens": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Bearer tokens for scripts. */
        get: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["AccessToken"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
        /** Makes a bearer token; the answer is the only one that holds it. */
        post: {
            parameters: {
                query?: never;
                path?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        role: "viewer" | "operator" | "admin";
                        /** @description null or absent: it does not expire. */
                        expiresDays?: number | null;
                    };
                };
            };
            responses: {
                /** @description Success. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["NewAccessToken"];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/tokens/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Revokes a token. */
        delete: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: null;
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
    "/audit": {
        parameters: {
            query?: never;
            path?: never;
        };
        /** Who did what, newest first. */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    end?: string | number;
                };
                path?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "success";
                            data: components["schemas"]["AuditEntry"][];
                        };
                    };
                };
                /** @description Failure, in one sentence. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "error";
                            errorType: components["schemas"]["ErrorType"];
                            error: string;
                            requestId?: string;
                        };
                    };
                };
            };
        };
    };
}
export interface components {
    schemas: {
        /**
         * @description Part of contract.ts; import from there.
         * @enum {string}
         */
        ErrorType: contract.ErrorType;
        /**
         * @description Label set of a series without its name, e.g. `{handler: "/metrics", le: "0.1"}`. Outside text:
         * draw as text only.
         */
        Labels: contract.Labels;
        /**
         * @description Why a scrape gave no samples. `http` = answered with another status than 200; `format` = the
         * body held no samples.
         * @enum {string}
         */
        ScrapeErrorKind: contract.ScrapeErrorKind;
        /** @enum {string} */
        TargetKind: contract.TargetKind;
        /** @enum {string} */
        TargetState: contract.TargetState;
        /** @enum {string} */
        Severity: contract.Severity;
        /**
         * @description How well the claim is established. `too-early`: it holds for what was seen, and too little was
         * seen to rely on it.
         * @enum {string}
         */
        Confidence: contract.Confidence;
        /**
         * @description A piece of a text: words as they are, a moment (Unix seconds) or a value with its unit. A medium
         * renders each: the page in the reader's zone, a picture and the API in UTC, Markdown with its words escaped.
         */
        Part: contract.Part;
        TextPart: contract.TextPart;
        TimePart: contract.TimePart;
        QuantityPart: contract.QuantityPart;
        /**
         * @description The unit of a figure: how it is written, never how it is scaled.
         * @enum {string}
         */
        Unit: contract.Unit;
        /** @description A text that holds times: its parts, and they in UTC. */
        Statement: contract.Statement;
        Action: contract.Action;
        /**
         * @description The statement that a panel opens with. `unknown` = not enough data, and the claim says what is
         * missing.
         */
        Finding: contract.Finding;
        PanelRange: contract.PanelRange;
        /** @description An input the target does not give: which, what that costs, what to switch on. */
        MissingInput: contract.MissingInput;
        Span: contract.Span;
        PanelBase: contract.PanelBase;
        /** @description One row of a panel's table. `value` null = not known, and `note` says why. */
        Figure: contract.Figure;
        /** @description A stretch of the window from one source. */
        PanelSource: contract.PanelSource;
        SampleSeries: contract.SampleSeries;
        /**
         * @description What each panel answers. A new panel begins here; the compiler then asks for its row in every
         * table.
         */
        PanelByName: contract.PanelByName;
        GcCpuPanel: contract.GcCpuPanel;
        GcCycle: contract.GcCycle;
        Correlation: contract.Correlation;
        Lag: contract.Lag;
        /** @description Whether something moves with the ends of GC cycles; `linked` null: too little data. */
        GcLink: contract.GcLink;
        /**
         * @description Parts of the variance of CPU, 0 to 1, by regression on GC activity up to 2 intervals around and
         * on compaction; null: too little data.
         */
        CpuVariance: contract.CpuVariance;
        /**
         * @description GC CPU of the window by one estimator. Without its input every figure is null and `note` says
         * what is missing.
         */
        GcEstimate: contract.GcEstimate;
        /**
         * @description E1 profile share, E2 event-locked CPU, E3 scan model, E4 lifetime fraction, E5 the target's own
         * counter, E6 measured by execution traces.
         * @enum {string}
         */
        GcEstimator: contract.GcEstimator;
        /** @description One CPU profile taken of the target in the window. */
        GcProfile: contract.GcProfile;
        /**
         * @description CPU around the end of a cycle, on average over cycles outside compactions. Offsets: seconds from
         * the interval it ended in.
         */
        GcAround: contract.GcAround;
        GcGaps: contract.GcGaps;
        GcPauses: contract.GcPauses;
        /** @description Go's limiter of GC CPU: it works when a memory limit is too tight for the live heap. */
        GcLimiter: contract.GcLimiter;
        GcWhatIf: contract.GcWhatIf;
        GcWhatIfRow: contract.GcWhatIfRow;
        /**
         * @description A known limit of memory: of Go (soft), of its container by tsdbscope's configuration or by
         * metrics (hard).
         */
        MemoryLimit: contract.MemoryLimit;
        /**
         * @description Cores of GC while a cycle runs, against Go's budget; null where an input is missing, which
         * `sentence` names.
         */
        GcDuringCycle: contract.GcDuringCycle;
        /**
         * @description What a CPU limit takes from the target, by the counters of its container. Lines of it are in the
         * panel's series.
         */
        CpuThrottling: contract.CpuThrottling;
        /**
         * @description Whether the throttled time of a container goes with something else: the share of one in the time
         * of the other, and what it is by chance.
         */
        ThrottlingOverlap: contract.ThrottlingOverlap;
        /**
         * @description Quantiles over time from the rises of a histogram; all lists are empty where the target does not
         * export it. A step's `time` is its start.
         */
        HistogramQuantiles: contract.HistogramQuantiles;
        /**
         * @description A quantile by step, between the edges of its bucket. `highSeconds` null: the last bucket has
         * none.
         */
        StepQuantile: contract.StepQuantile;
        SpikeAttribution: contract.SpikeAttribution;
        /** @description A stretch of CPU well above the quiet level around it. */
        Spike: contract.Spike;
        /**
         * @description `restart`: a process starts, without a WAL to read or after it. `replay`: it reads its WAL.
         * `freeze`: it stood still, or catches up after that. `host`: cores, disks or memory of the host are short.
         * `unexplained`: nothing that is known fits in time.
         * @enum {string}
         */
        SpikeCause: contract.SpikeCause;
        SpikeCauseTotal: contract.SpikeCauseTotal;
        CompactionPanel: contract.CompactionPanel;
        Compaction: contract.Compaction;
        /**
         * @description `failed`: every try of the episode failed; `head+merge` of an episode with out-of-order samples
         * may be their blocks.
         * @enum {string}
         */
        CompactionKind: contract.CompactionKind;
        /**
         * @description `marker` = the running gauge was seen to rise; `blocks` = the target's list of blocks; `log` = a
         * log that was opened for it.
         * @enum {string}
         */
        CompactionSource: contract.CompactionSource;
        /**
         * @description One compaction of an episode, where a log or the list of blocks has it. Times on the target's
         * clock.
         */
        CompactionStep: contract.CompactionStep;
        /** @description The spikes of one quantity. */
        QuantitySpikes: contract.QuantitySpikes;
        /**
         * @description What rises: cores of the process; seconds that a scrape takes; resident memory; bytes read and
         * written, by the process where it counts them, else by its host.
         * @enum {string}
         */
        SpikeQuantity: contract.SpikeQuantity;
        /** @description A stretch well above the quiet level around it. */
        QuantitySpike: contract.QuantitySpike;
        QuantitySpikeCause: contract.QuantitySpikeCause;
        CompactionAlignment: contract.CompactionAlignment;
        CompactionFold: contract.CompactionFold;
        FoldBand: contract.FoldBand;
        /** @enum {string} */
        KeepingUp: contract.KeepingUp;
        /** @description A block on disk. Times of samples and of its life are Unix seconds, on the target's clock. */
        CompactionBlock: contract.CompactionBlock;
        /** @description Merging without a clock: VictoriaMetrics, the Thanos compactor. */
        MergeActivity: contract.MergeActivity;
        /** @description What writes wait for besides merges, and what is stored; null where the target does not say. */
        MergePressure: contract.MergePressure;
        /**
         * @description One kind of part of VictoriaMetrics: `storage/small`, `storage/big`, `indexdb`, as the target
         * names it.
         */
        MergesOfType: contract.MergesOfType;
        /** @description What the write-ahead log does; lines at the times of `series`. */
        WalActivity: contract.WalActivity;
        /** @enum {string} */
        WalFailure: contract.WalFailure;
        WalReplayPanel: contract.WalReplayPanel;
        ReplayPhase: contract.ReplayPhase;
        /**
         * @description A start that stands still: no figure of its head or its cursor has changed since then, and it
         * used no CPU. `no-answer`: it answers no scrape either, as a stopped or starved process.
         */
        ReplayStall: contract.ReplayStall;
        ReplayRates: contract.ReplayRates;
        ReplayMemory: contract.ReplayMemory;
        EarlierStart: contract.EarlierStart;
        MemoryPanel: contract.MemoryPanel;
        /** @description Series that came and went over a window, warm-ups excluded. */
        Churn: contract.Churn;
        /** @description Series at the later of two readings of a target, against the earlier one. */
        SeriesGrowth: contract.SeriesGrowth;
        /**
         * @description A name at the later of two readings. Growth null: there is no reading before, or none that can
         * be compared.
         */
        CardinalityGrowth: contract.CardinalityGrowth;
        /**
         * @description A part of the process's memory, or of the host's next to it. Bytes are null when a metric for it
         * is missing.
         */
        MemoryPart: contract.MemoryPart;
        /** @enum {string} */
        MemoryPartKey: contract.MemoryPartKey;
        CapacityRatios: contract.CapacityRatios;
        /** @description One of the target's own ratios. `value` null: `note` says what is lacking. */
        CapacityRatio: contract.CapacityRatio;
        WarmUp: contract.WarmUp;
        /** @description How one figure came to rest after a start. */
        Settling: contract.Settling;
        ScrapesPanel: contract.ScrapesPanel;
        ScrapeGap: contract.ScrapeGap;
        /** @description Something that was going on during a gap. */
        GapOverlap: contract.GapOverlap;
        /** @description Are slow and lost scrapes met by a cause more often than chance would have it? */
        OverlapTest: contract.OverlapTest;
        /** @description What explains slow and lost scrapes, or is bad by its level alone. */
        ScrapeCause: contract.ScrapeCause;
        /**
         * @description A resource that runs short at the end of the window: of the host, or of the disk that the target
         * writes to.
         */
        ShortageNow: contract.ShortageNow;
        /** @description What the target says of the scrapes that it makes itself. */
        OwnScrapes: contract.OwnScrapes;
        /**
         * @description How long the target's own scrape intervals were over time, by interval (`15s`), as the target
         * states their quantiles (of its last 10 minutes); all empty where it does not.
         */
        IntervalLengths: contract.IntervalLengths;
        /**
         * @description How long the scrapes of the TSDB that scrapes the target took, by job, from its own history; all
         * empty where it was not asked or does not answer. At most 8 jobs, those with the longest scrape.
         */
        JobDurations: contract.JobDurations;
        /** @enum {string} */
        PanelName: contract.PanelName;
        PanelFinding: contract.PanelFinding;
        /**
         * @description Series by metric name, values by label name, their bytes, series by label pair.
         * @enum {string}
         */
        CardinalityKey: contract.CardinalityKey;
        CardinalityRow: contract.CardinalityRow;
        /** @description One answer of a target's /api/v1/status/tsdb. Times in Unix seconds, on tsdbscope's clock. */
        HeadReading: contract.HeadReading;
        /** @description Two readings of a target compared. Lists: most growth first, else as large as they are. */
        HeadGrowth: contract.HeadGrowth;
        /** @description Which metrics and labels a target's series have, as it was asked when somebody looked. */
        TargetCardinality: contract.TargetCardinality;
        /** @description The compactions of a server as its log reports them, without any metric. */
        CompactionLog: contract.CompactionLog;
        /** @description Several targets folded at one period: do they compact at the same instant? */
        CompactionHerd: contract.CompactionHerd;
        /** @description What one execution trace of the target in the window measured. */
        GcTrace: contract.GcTrace;
        /** @description All spikes of a window: those of CPU, and `others` where they are known. */
        TargetSpikes: contract.TargetSpikes;
        /**
         * @description Raw lines of a window, thinned, and what happened in it; a line is all null where the target has
         * no such metric.
         */
        TargetLines: contract.TargetLines;
        /** @description Facts read from a target's API rather than its metrics; each absent until known. */
        TargetFacts: contract.TargetFacts;
        /**
         * @description One block on disk. Times of samples and of birth are ms since the epoch, on the target's clock.
         */
        BlockMeta: contract.BlockMeta;
        /** @description A single compaction as a log or the list of blocks reports it; times on the target's clock. */
        CompactionRun: contract.CompactionRun;
        /** @description One job of a target that scrapes: its last scrapes against their time-out. */
        ScrapeJob: contract.ScrapeJob;
        HostView: contract.HostView;
        HostSeries: contract.HostSeries;
        /**
         * @description `log`: read from a server's log. `recording`: found in an opened recording.
         * @enum {string}
         */
        ReplaySource: contract.ReplaySource;
        /**
         * @description `going`: it replays now. `killed`: it was gone, or another process was there, before it was
         * ready. `stopped`: asked to end (a signal) before it was ready. `failed`: the server said so itself.
         * `unknown`: what was seen ends before the replay does.
         * @enum {string}
         */
        ReplayOutcome: contract.ReplayOutcome;
        /**
         * @description When in a replay a profile was taken.
         * @enum {string}
         */
        ReplayMoment: contract.ReplayMoment;
        ReplayProfile: contract.ReplayProfile;
        /**
         * @description What the server's log states of each part, to the nanosecond it gave; null where it said
         * nothing.
         */
        StatedDurations: contract.StatedDurations;
        ReplaySummary: contract.ReplaySummary;
        Replay: contract.Replay;
        /**
         * @description `end`: when it was loaded. `seconds` is for one segment, also where a poll saw several at once
         * (`count`).
         */
        ReplaySegment: contract.ReplaySegment;
        /** @description Starts of one target in a row, none of which reached ready. */
        CrashLoop: contract.CrashLoop;
        /** @description The time a start may take before a probe ends it, against what it needs. */
        ProbeBudget: contract.ProbeBudget;
        ReplayList: contract.ReplayList;
        /** @description What a log holds; every replay in it is kept. */
        ReplayLog: contract.ReplayLog;
        /**
         * @description A replay before it has a place in the history. `key` says which start of its target or log it
         * is: measured again it has the same.
         */
        MeasuredReplay: contract.MeasuredReplay;
        MeasuredLog: contract.MeasuredLog;
        /**
         * @description `fgprof`: wall-clock samples of all goroutines, where the target serves it. `trace`: Go's
         * execution trace. `everything`: all profiles but fgprof, metrics and status pages as one bundle; `profileId`
         * is that of the CPU profile in it.
         * @enum {string}
         */
        CaptureKind: contract.CaptureKind;
        /** @description Why a profile was taken. */
        CaptureReason: contract.CaptureReason;
        Capture: contract.Capture;
        SampleType: contract.SampleType;
        /**
         * @description Taken automatically while its target replayed. `processStart`: which start of the target, null
         * if unknown.
         */
        TakenInReplay: contract.TakenInReplay;
        ProfileInfo: contract.ProfileInfo;
        /** @description Filters as in `go tool pprof`; each a regular expression in its syntax. */
        ProfileFilters: contract.ProfileFilters;
        /**
         * @description Filters that one side of a diff may have for itself.
         * @enum {string}
         */
        SideFilterName: contract.SideFilterName;
        /** @enum {string} */
        SideFilterKey: contract.SideFilterKey;
        /**
         * @description What one side is narrowed to before it is compared: its totals are then those of what is left.
         */
        SideFilters: contract.SideFilters;
        TopRow: contract.TopRow;
        TopTable: contract.TopTable;
        FlameNode: contract.FlameNode;
        FlameGraph: contract.FlameGraph;
        /**
         * @description `none`: a group counts as the mean of its profiles; `sum`: as their sum. The others scale
         * after's mean.
         */
        Normalize: contract.Normalize;
        Sides: contract.Sides;
        /**
         * @description Whether a difference is beyond what sampling alone gives. `unknown`: the kind of profile or too
         * few profiles cannot tell.
         * @enum {string}
         */
        Sureness: contract.Sureness;
        DiffTopRow: contract.DiffTopRow;
        /** @description How the rows of a diff were distinguished from noise. */
        HowSure: contract.HowSure;
        /** @enum {string} */
        DifferenceKind: contract.DifferenceKind;
        /** @description One thing that makes the two sides unlike, in words. */
        SideDifference: contract.SideDifference;
        /** @description Empty `differences`: nothing known speaks against comparing them. */
        Comparability: contract.Comparability;
        /** @description How many profiles each side has, and what one value of a side is of them. */
        Groups: contract.Groups;
        DiffTopTable: contract.DiffTopTable;
        /**
         * @description One function went and one came with the same callers and callees: perhaps it was only renamed.
         * Nothing is renamed without `rename` being asked.
         */
        RenameProposal: contract.RenameProposal;
        RenameProposals: contract.RenameProposals;
        /** @enum {string} */
        DiffKind: contract.DiffKind;
        DiffFlameNode: contract.DiffFlameNode;
        DiffFlameGraph: contract.DiffFlameGraph;
        /**
         * @description What every table of one profile has in common. `total` is what shares are taken of, as in
         * TopTable.
         */
        ProfileHead: contract.ProfileHead;
        DiffHead: contract.DiffHead;
        /** @description One edge of the call graph. `inline`: everywhere it occurs, the callee was inlined. */
        CallRow: contract.CallRow;
        DiffCallRow: contract.DiffCallRow;
        /**
         * @description `callers`: `function=NAME`, a printed name as in TopRow. Rows: largest absolute value first.
         * Direct recursion is no row. The trees (sandwich): every sample with the function is cut at its outermost
         * occurrence; `calleeTree` is what lies below, `callerTree` what lies above, upside down: its root is the
         * function, a child is a caller. Both roots' value is `cum`.
         */
        CallersTable: contract.CallersTable;
        CallTree: contract.CallTree;
        DiffCallersTable: contract.DiffCallersTable;
        DiffCallTree: contract.DiffCallTree;
        /**
         * @description `text` is the source line, null when the file is not at hand. Line 0: the profile does not say.
         */
        LineRow: contract.LineRow;
        DiffLineRow: contract.DiffLineRow;
        /**
         * @description One source file of a function. With source: every line from some before the first to some after
         * the last with a value, those without a value as zeros. `sourceNote` says why there is no text, or what to
         * keep in mind about it.
         */
        FileLines: contract.FileLines;
        DiffFileLines: contract.DiffFileLines;
        /**
         * @description `lines`: `function=NAME`. `flat` and `cum` are those of the function in TopTable; under
         * recursion cums of lines add up to more.
         */
        LinesTable: contract.LinesTable;
        DiffLinesTable: contract.DiffLinesTable;
        /** @description `share` is of the table's total, 0 to 1; null when that is 0. */
        TagRow: contract.TagRow;
        /**
         * @description `flat` is the sum over the rows, `without` that of samples that lack the key; a sample with two
         * values counts in both.
         */
        TagKey: contract.TagKey;
        /** @description `by=KEY` gives that key alone. Keys by name, rows: largest absolute flat first. */
        TagsTable: contract.TagsTable;
        /** @description A share is of the total of its side. */
        DiffTagRow: contract.DiffTagRow;
        DiffTagKey: contract.DiffTagKey;
        DiffTagsTable: contract.DiffTagsTable;
        /** @description `functions`: those whose own value is largest in the subsystem, at most five. */
        SubsystemRow: contract.SubsystemRow;
        /** @description `cum`: of all stacks through a function whose name matches, each once. */
        SearchTotal: contract.SearchTotal;
        DiffSearchTotal: contract.DiffSearchTotal;
        SubsystemTable: contract.SubsystemTable;
        DiffSubsystemRow: contract.DiffSubsystemRow;
        /** @description Rows: largest absolute delta first. */
        DiffSubsystemTable: contract.DiffSubsystemTable;
        /**
         * @description Stacks with their labels: largest absolute value first, of a diff the largest absolute delta.
         */
        TracesTable: contract.TracesTable;
        /**
         * @description Frames innermost first. `inline`: the frame was inlined into the next. A numeric label is
         * printed with its unit.
         */
        "Trace<number>": {
            value: number;
            labels: {
                key: string;
                values: string[];
                numeric: boolean;
            }[];
            frames: {
                function: string;
                inline: boolean;
            }[];
        };
        DiffTracesTable: contract.DiffTracesTable;
        /**
         * @description Frames innermost first. `inline`: the frame was inlined into the next. A numeric label is
         * printed with its unit.
         */
        "Trace<Sides>": {
            value: components["schemas"]["Sides"];
            labels: {
                key: string;
                values: string[];
                numeric: boolean;
            }[];
            frames: {
                function: string;
                inline: boolean;
            }[];
        };
        /**
         * @description What an execution trace of Go 1.22 or later says of GC and of goroutines. `atSeconds`: since the
         * trace began.
         */
        TraceView: contract.TraceView;
        /** @description CPU in core-seconds. */
        TraceCycle: contract.TraceCycle;
        /** @description Cores and goroutines, the mean of each step. `atSeconds`: of the start of each. */
        TraceSeries: contract.TraceSeries;
        /**
         * @description `second`: CPU time per second of the profile, in cores. `sample`: per sample that the target
         * ingested meanwhile.
         * @enum {string}
         */
        Per: contract.Per;
        /**
         * @description `amount`: seconds, or ingested samples; null: values cannot be divided by it, and `reason` says
         * why.
         */
        PerFigure: contract.PerFigure;
        /** @description Of one profile and one of its sample types. */
        ProfilePer: contract.ProfilePer;
        /**
         * @description The samples of a profile in the order in which they were taken: what ran when. Times are seconds
         * since the first sample. A frame is a stretch of samples that follow each other and have the same callers.
         */
        Timeline: contract.Timeline;
        /** @description `depth` 0: the outermost. */
        TimelineFrame: contract.TimelineFrame;
        /** @description `address`: of the binary, hex. `file`, `line`: '' and 0 where the disassembler has none. */
        Instruction: contract.Instruction;
        /**
         * @description As `go tool pprof -disasm`: a sample counts once at each address. Without a binary or a
         * disassembler there are no instructions, and `note` says why.
         */
        AssemblyTable: contract.AssemblyTable;
        ProfilingPlan: contract.ProfilingPlan;
        ProfilingPause: contract.ProfilingPause;
        /** @description A threshold on series of somebody's choice; exactly one of `above` and `below` is a number. */
        WatchRule: contract.WatchRule;
        /** @enum {string} */
        BuiltInRule: contract.BuiltInRule;
        /** @description Which built-in rules are off, and the rules beside them. */
        RuleSet: contract.RuleSet;
        /** @description A rule that takes a profile when it fires. */
        TriggerState: contract.TriggerState;
        /** @description Those that were taken automatically, of one target. */
        KeptProfiles: contract.KeptProfiles;
        /** @description Of one target. */
        Profiling: contract.Profiling;
        TimeInterval: contract.TimeInterval;
        /** @description The rules are in docs/reference/profiles.md, *Any span of time*. */
        SpanProfile: contract.SpanProfile;
        CpuSplitStep: contract.CpuSplitStep;
        /** @description `agrees`: the bands overlap. */
        ComparedEstimate: contract.ComparedEstimate;
        /** @description GC by the profiles, against the estimates of the GC & CPU panel for the same window. */
        GcAgreement: contract.GcAgreement;
        /** @description The rules are in docs/reference/gc-cpu.md, *CPU by subsystem over time*. */
        CpuBySubsystem: contract.CpuBySubsystem;
        /**
         * @description What came of it over all units; `mixed`: some better, some worse. `untested`: too few runs, or
         * nothing to compare.
         * @enum {string}
         */
        BenchmarkVerdict: contract.BenchmarkVerdict;
        BenchmarkReport: contract.BenchmarkReport;
        BenchmarkUnit: contract.BenchmarkUnit;
        BenchmarkRow: contract.BenchmarkRow;
        BenchmarkCell: contract.BenchmarkCell;
        BenchmarkComparison: contract.BenchmarkComparison;
        BenchmarkGeomean: contract.BenchmarkGeomean;
        /** @description Benchmarks of one unit whose names differ only in a number. */
        BenchmarkCurve: contract.BenchmarkCurve;
        TimeComparison: contract.TimeComparison;
        TimeRow: contract.TimeRow;
        /** @description A stored output, which links of the Benchmarks page name. */
        BenchmarkOutput: contract.BenchmarkOutput;
        BenchmarkOutputText: contract.BenchmarkOutputText;
        /**
         * @description What an export may omit. `uploads`: profiles of unknown origin whose own time lies in the
         * window.
         * @enum {string}
         */
        IncidentPart: contract.IncidentPart;
        /** @description `manifest.json`, the first file of an incident. */
        IncidentManifest: contract.IncidentManifest;
        IncidentMember: contract.IncidentMember;
        /** @description One entry of `profiles.json`; its bytes are the member `profiles/<id>.pb.gz`. */
        IncidentProfile: contract.IncidentProfile;
        /**
         * @description `facts.json`, `replays.json`, `findings.json` and `notes.json`; a note is checked by the notes
         * themselves.
         */
        IncidentFacts: contract.IncidentFacts;
        IncidentReplays: contract.IncidentReplays;
        IncidentProfiles: contract.IncidentProfiles;
        IncidentFindings: contract.IncidentFindings;
        /** @description What came out of an incident file, a debug tarball, or an archive or folder of profiles. */
        OpenedArchive: contract.OpenedArchive;
        Target: contract.Target;
        LastScrape: contract.LastScrape;
        TargetHistory: contract.TargetHistory;
        TargetNode: contract.TargetNode;
        /** @description `number` null: nobody scrapes it now, as far as is known here. */
        TargetShard: contract.TargetShard;
        /** @description Of a target that is an opened incident: where it is from. */
        TargetIncident: contract.TargetIncident;
        /**
         * @description Lines of a recording file that it was opened without: the first 5, with the end of a sentence
         * that says why.
         */
        SkippedLines: contract.SkippedLines;
        /**
         * @description What opens a file: its analysis and its page.
         * @enum {string}
         */
        OpenDoor: contract.OpenDoor;
        /** @description What a file is, by its content. */
        FileIdentity: contract.FileIdentity;
        /**
         * @description Notes and marks that people put on a target's time axis. Part of contract.ts, which says the
         * units; import from there.
         */
        Note: contract.Note;
        /**
         * @description What can be drawn of a target over a window: its panels, and CPU by subsystem from the page of
         * GC & CPU.
         */
        DrawnByName: contract.DrawnByName;
        /** @enum {string} */
        DrawnName: contract.DrawnName;
        /** @description What all of them have. */
        DrawnBase: contract.DrawnBase;
        EmbedPanel: contract.EmbedPanel;
        /** @enum {string} */
        EmbedTheme: contract.EmbedTheme;
        /**
         * @description What a picture or embed draws: the answer of the route that feeds the page, as the contract
         * gives it.
         */
        PictureSubject: contract.PictureSubject;
        EmbedSummary: contract.EmbedSummary;
        /**
         * @description What POST /api/v1/embeds answers. Whoever has `url` sees the panel until it expires or is
         * revoked.
         */
        Embed: contract.Embed;
        /** @description What `/embed/{token}/data` answers, not in an envelope. */
        EmbedData: contract.EmbedData;
        /** @description Server-sent events of `/embed/stream?tokens=a,b`, by event name. */
        EmbedEvents: contract.EmbedEvents;
        /** @description oEmbed 1.0, `rich` where it can be framed and `photo` elsewhere. */
        OEmbed: contract.OEmbed;
        /**
         * @description One item of `scrape_configs`, or what is at the top level of the configuration, whose name is
         * `''`.
         */
        DiscoveredJob: contract.DiscoveredJob;
        DiscoverySourceView: contract.DiscoverySourceView;
        DiscoveredTarget: contract.DiscoveredTarget;
        /** @description `reason`: the end of a sentence; null where a rule dropped it. */
        DroppedTarget: contract.DroppedTarget;
        /** @description What may be added as a target, and what was. */
        AddedTargetsView: contract.AddedTargetsView;
        AddedTarget: contract.AddedTarget;
        Fleet: contract.Fleet;
        /** @description Several targets had the same in the same 20 s, or those in trouble have a label in common. */
        FleetShared: contract.FleetShared;
        FleetTarget: contract.FleetTarget;
        FleetFinding: contract.FleetFinding;
        /**
         * @description Each may do what those before it may: look; capture, upload, write notes, embed; delete, reload,
         * give access.
         * @enum {string}
         */
        Role: contract.Role;
        /** @description Who asks, and what they may do. */
        Access: contract.Access;
        /**
         * @description A bearer token for scripts. The token itself is shown once, when it is made; of it a hash is
         * kept.
         */
        AccessToken: contract.AccessToken;
        NewAccessToken: contract.NewAccessToken;
        /** @description One line of the audit log. */
        AuditEntry: contract.AuditEntry;
        SelfStatus: contract.SelfStatus;
        /**
         * @description `cpuCores` null: not measured. `residentBytes` null: a thread, whose memory is part of the
         * program's.
         */
        SelfPart: contract.SelfPart;
        /** @description Since the start. `late`: sent 0.5 s or more after the time that their interval sets. */
        SelfScrapes: contract.SelfScrapes;
        /** @description `running` and `waiting` now. */
        SelfQueue: contract.SelfQueue;
        /** @description `why`: a sentence. */
        SelfDropped: contract.SelfDropped;
        StorageStatus: contract.StorageStatus;
        StorageFault: contract.StorageFault;
        /** @description Server-sent events of `/targets/{t}/live`, by event name. */
        LiveEvents: contract.LiveEvents;
        ServerStatus: contract.ServerStatus;
        /** @description Counts are since tsdbscope started. */
        RemoteWriteStatus: contract.RemoteWriteStatus;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
