import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import type { Typeset } from './display.ts';

/** PDF/A accepts the properties of PDF/UA only if the file describes them (ISO 19005-2, 6.6.2.3). */
const UA_SCHEMA = `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`;

/** The XMP packet of a typeset file; consistent with the file's Info dictionary. */
export function xmpOf(
  { title, language }: Pick<Typeset, 'title' | 'language'>,
  { now, untagged }: { now: number; untagged?: boolean },
): string {
  const time = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const accessible = untagged ? '' : `<pdfuaid:part>1</pdfuaid:part>${UA_SCHEMA}`;
  const text = escapeXml(title);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:title><dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language><xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate><pdf:Producer>Signet</pdf:Producer><pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>${accessible}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}
