import { isAppError } from '#core/errors.ts';
import { type OfdPackage, readXmlFile } from '#core/ofd/package/open-package.ts';
import { isSpent } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { locateAll } from './signature-xml.ts';

/** Elements of GB/T 33190-2016 whose text is a location (ST_Loc). */
const LOCATIONS = new Set([
  'DocRoot',
  'Signatures',
  'PublicRes',
  'DocumentRes',
  'PageRes',
  'Annotations',
  'Attachments',
  'CustomTags',
  'Extensions',
  'ExtendData',
  'FileLoc',
  'MediaFile',
  'FontFile',
  'SchemaLoc',
  'BaseLoc',
  'SignedValue',
  'File',
]);

const LOCATION_ATTRIBUTES = ['BaseLoc', 'Loc', 'FileLoc', 'Profile'];

/** Cached per package: every signature that does not protect all files needs the same lists. */
const knownByPackage = new WeakMap<OfdPackage, Map<string, readonly string[]>>();

/**
 * The files that the XML file at `path` refers to. Empty if it cannot be read.
 */
export function namedFiles(pkg: OfdPackage, path: string): readonly string[] {
  const known = knownByPackage.get(pkg) ?? new Map<string, readonly string[]>();
  knownByPackage.set(pkg, known);
  const named = known.get(path) ?? namesIn(pkg, path);
  known.set(path, named);
  return named;
}

function namesIn(pkg: OfdPackage, path: string): string[] {
  let root: XmlElement;
  try {
    root = readXmlFile(pkg, path);
  } catch (error) {
    if (!isAppError(error) || isSpent(pkg.work)) throw error;
    return [];
  }
  const named = new Set<string>();
  // Resources are relative to the folder that the root element names (7.9).
  const folder = root.attributes.BaseLoc;
  const add = (loc: string): void => {
    if (loc.length > 500 || loc.trim() === '') return;
    for (const found of locateAll(pkg, path, loc)) named.add(found);
    if (folder) for (const found of locateAll(pkg, path, `${folder}/${loc}`)) named.add(found);
  };
  const walk = (element: XmlElement): void => {
    for (const name of LOCATION_ATTRIBUTES) {
      const loc = element.attributes[name];
      if (loc !== undefined) add(loc);
    }
    if (LOCATIONS.has(element.name) && element.children.length === 0) add(element.text);
    for (const next of element.children) walk(next);
  };
  walk(root);
  return [...named];
}
