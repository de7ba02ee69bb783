export type Texts = { [key: string]: string | Texts };

/** The loaders of a language's namespaces, by the path of their file. */
export type Loaders = Readonly<Record<string, (() => Promise<{ default: Texts }>) | undefined>>;
