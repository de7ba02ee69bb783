export declare const root: string;
export declare class Refusal extends Error {}
export declare function install(): Promise<void>;
export declare function checkRoom(folder: string): void;
export declare function diskRefusal(said: string, where: string): Refusal | null;
export declare function asRefusal(error: unknown): Error;
export declare function productNode(): string;
export declare function productEnv(extra?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
