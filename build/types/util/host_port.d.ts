/**
 * The worker's end: its port to the thread that started it. Works in web
 * workers (classic, module), in `worker_threads` started by our adapter, and
 * in `worker_threads` started by others.
 * @module util/host_port
 */
export type Port = {
    post: (message: unknown, transfers?: Transferable[]) => void;
    listen: (onMessage: (data: any) => void, onBadMessage: () => void) => void;
    /**
     * - ends this worker
     */
    close: () => void;
};
/** @returns {Port} */
export declare function openPort(): Port;
