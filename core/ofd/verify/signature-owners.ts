/** A listed signature with its place in the package. */
export type ListedSignature = {
  /** Path of Signature.xml. */
  path: string;
  valuePath: string | null;
  sealPath: string | null;
  /** Path of the list (Signatures.xml) that names it. */
  listPath: string;
  /** Paths that it protects and that match. */
  protected: ReadonlySet<string>;
  /** Paths that it protects, matching or not. */
  covered: ReadonlySet<string>;
  /** False where Signature.xml cannot be read, so that nobody knows its other files: its folder then is its own. */
  readable: boolean;
};

/** A file of the package, lists of signatures left out. */
export type OwnedFile = {
  path: string;
  /** The signature whose file it is: one of its three, or another of its folder that it protects itself. */
  owner: ListedSignature | undefined;
  /** Whether it is a file that is no XML in the folder of a signature. */
  beside: boolean;
};

/** Whose the files are. */
export function ownedFiles(paths: Iterable<string>, signatures: readonly ListedSignature[]): OwnedFile[] {
  const files = new Map<string, ListedSignature>();
  const folders = new Map<string, ListedSignature[]>();
  for (const signature of signatures) {
    for (const path of [signature.path, signature.valuePath, signature.sealPath])
      if (path !== null && !files.has(path)) files.set(path, signature);
    const folder = folderOf(signature.path);
    // a folder of its own lies two levels down at least (Doc_0/Signs/Sign_0)
    if (folder.split('/').length > 2) folders.set(folder, [...(folders.get(folder) ?? []), signature]);
  }
  const lists = new Set(signatures.map((s) => s.listPath));
  return [...paths]
    .filter((path) => !lists.has(path))
    .map((path) => {
      const near = folders.get(folderOf(path)) ?? [];
      const owner =
        files.get(path) ?? near.find((s) => s.protected.has(path) || (!s.readable && !isXml(path)));
      return { path, owner, beside: near.length > 0 && !isXml(path) };
    });
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const isXml = (path: string): boolean => /\.xml$/i.test(path);
