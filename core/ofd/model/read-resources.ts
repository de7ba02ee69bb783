import { addWarning, readXmlFile, resolvePath, tolerate } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';
import { attribute, readBoolean, readNumber } from './read-values.ts';
import type { OfdDocument } from './types.ts';

/** CT_Font (11.1). */
export interface FontResource {
  id: string;
  name: string;
  family: string;
  charset: string;
  bold: boolean;
  italic: boolean;
  serif: boolean;
  fixedWidth: boolean;
  /** Path of the embedded font program. */
  path: string | undefined;
}

/** CT_ColorSpace (8.3.1). */
export interface ColorSpaceResource {
  id: string;
  type: 'GRAY' | 'RGB' | 'CMYK';
  bits: number;
  /** Component values as written, by index. */
  palette: string[];
}

/** CT_MultiMedia (13.2). */
export interface MediaResource {
  id: string;
  type: string;
  format: string;
  path: string | undefined;
}

/** CT_VectorG (13.3), lengths in mm. */
export interface CompositeResource {
  id: string;
  width: number;
  height: number;
  content: XmlElement | undefined;
}

/** Resources by id, of the document or of one page. Draw parameters stay XML because they inherit through Relative. */
export interface Resources {
  fonts: Map<string, FontResource>;
  colorSpaces: Map<string, ColorSpaceResource>;
  drawParams: Map<string, XmlElement>;
  media: Map<string, MediaResource>;
  composites: Map<string, CompositeResource>;
}

const cache = new WeakMap<OfdDocument, Map<string, Resources>>();

/** All resources of the document and of `files`; later files override earlier ones. Broken files are ignored. */
export function readResources(document: OfdDocument, files: readonly string[] = []): Resources {
  const byFiles = cache.get(document) ?? new Map<string, Resources>();
  cache.set(document, byFiles);
  const key = files.join('\n');
  const known = byFiles.get(key);
  if (known) return known;
  const base = files.length > 0 ? readResources(document) : undefined;
  const all: Resources = {
    fonts: new Map(base?.fonts),
    colorSpaces: new Map(base?.colorSpaces),
    drawParams: new Map(base?.drawParams),
    media: new Map(base?.media),
    composites: new Map(base?.composites),
  };
  for (const path of files.length > 0 ? files : document.resourceFiles) {
    try {
      addResources(document, path, readXmlFile(document.package, path), all);
    } catch (error) {
      tolerate(document.package, error, `resources ${path} cannot be read`);
    }
  }
  byFiles.set(key, all);
  return all;
}

function addResources(document: OfdDocument, path: string, root: XmlElement, all: Resources): void {
  const pkg = document.package;
  const folder = root.attributes.BaseLoc ?? '';
  const locate = (loc: string | undefined) => {
    if (loc === undefined) return undefined;
    const found =
      resolvePath(pkg, path, folder === '' ? loc : `${folder}/${loc}`) ?? resolvePath(pkg, path, loc);
    if (found === undefined) addWarning(pkg, `${loc} is not in the package`);
    return found;
  };
  for (const font of listed(root, 'Fonts', 'Font')) all.fonts.set(idOf(font), readFont(font, locate));
  for (const space of listed(root, 'ColorSpaces', 'ColorSpace'))
    all.colorSpaces.set(idOf(space), readColorSpace(space));
  for (const param of listed(root, 'DrawParams', 'DrawParam')) all.drawParams.set(idOf(param), param);
  for (const media of listed(root, 'MultiMedias', 'MultiMedia')) {
    all.media.set(idOf(media), {
      id: idOf(media),
      type: media.attributes.Type ?? '',
      format: media.attributes.Format ?? '',
      path: locate(childText(media, 'MediaFile')),
    });
  }
  for (const unit of listed(root, 'CompositeGraphicUnits', 'CompositeGraphicUnit')) {
    all.composites.set(idOf(unit), {
      id: idOf(unit),
      width: readNumber(unit.attributes.Width, 0),
      height: readNumber(unit.attributes.Height, 0),
      content: child(unit, 'Content'),
    });
  }
}

const idOf = (element: XmlElement) => element.attributes.ID ?? '';

function listed(root: XmlElement, list: string, item: string): XmlElement[] {
  return childrenNamed(root, list).flatMap((element) => childrenNamed(element, item));
}

function readFont(font: XmlElement, locate: (loc: string | undefined) => string | undefined): FontResource {
  return {
    id: idOf(font),
    name: font.attributes.FontName ?? '',
    family: font.attributes.FamilyName ?? '',
    charset: attribute(font, 'Charset', 'CharcterSet', 'CharacterSet') ?? 'unicode',
    bold: readBoolean(font.attributes.Bold, false),
    italic: readBoolean(font.attributes.Italic, false),
    serif: readBoolean(font.attributes.Serif, false),
    fixedWidth: readBoolean(font.attributes.FixedWidth, false),
    path: locate(childText(font, 'FontFile')),
  };
}

function readColorSpace(space: XmlElement): ColorSpaceResource {
  const type = (space.attributes.Type ?? 'RGB').toUpperCase();
  return {
    id: idOf(space),
    type: type === 'GRAY' || type === 'CMYK' ? type : 'RGB',
    bits: readNumber(space.attributes.BitsPerComponent, 8),
    palette: childrenNamed(child(space, 'Palette'), 'CV').map((value) => value.text.trim()),
  };
}
