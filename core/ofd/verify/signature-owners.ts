/** A listed signature with its location in the package. */
export type ListedSignature = {
  /** Path of Signature.xml. */
  path: string;
  valuePath: string | null;
  sealPath: string | null;
  /** Path of the list (Signatures.xml) that names it. */
  listPath: string;
  /** Paths that it protects and whose digest matches. */
  protected: ReadonlySet<string>;
  /** Paths that it protects, whether the digest matches or not. */
  covered: ReadonlySet<string>;
  /** False if Signature.xml cannot be read: the non-XML files in its folder then count as its own. */
  readable: boolean;
};

/** A file of the package other than a list of signatures. */
export type OwnedFile = {
  path: string;
  /** The signature that owns the file: one of its three files, or another one in its folder that it protects. */
  owner: ListedSignature | undefined;
  /** Whether it is a non-XML file in the folder of a signature. */
  beside: boolean;
};

/** Assigns each file to the signature it belongs to. */
export function ownedFiles(paths: Iterable<string>, signatures: readonly ListedSignature[]): OwnedFile[] {
  const files = new Map<string, ListedSignature>();
  const folders = new Map<string, ListedSignature[]>();
  for (const signature of signatures) {
    for (const path of [signature.path, signature.valuePath, signature.sealPath])
      if (path !== null && !files.has(path)) files.set(path, signature);
    const folder = folderOf(signature.path);
    // A signature has its own folder only from the second level down (Doc_0/Signs/Sign_0).
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
