export declare const root: string;
export declare class Refusal extends Error {}
export declare function install(): void;
export declare function asRefusal(error: unknown): Error;
export declare function productNode(): string;
export declare function productEnv(extra?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
