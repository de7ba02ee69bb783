import type { TEMPLATE_ERRORS } from '../errors.ts';

export default {
  WORD_NOT_AVAILABLE:
    'Word documents cannot be converted here. Ask the administrator to install LibreOffice or to set WORD_URL.',
  WORD_FAILED:
    'The Word document could not be turned into pages. Try again later; if it fails again, save it anew in Word and upload it.',
  WORD_UNDER_WAY:
    'The Word document is still being laid out in the background. Open it again in a while; its pages are then shown at once.',
  TEMPLATE_NAME_TAKEN: '“{name}” is there already. Choose another name.',
  TEMPLATE_PART_IN_USE: '{count} template(s) use “{name}”. Replace it there first, then try again.',
  TEMPLATE_PARTS_FULL: 'There is room for {max} only. Delete what is not used first.',
  TEMPLATE_ORGANIZATION_TYPE: '“{name}” cannot be selected, because its type is not that of your enterprise.',
  TEMPLATE_NOT_PUBLISHED:
    'No version of the template is published yet. Finish it in the editor and enable it.',
  TEMPLATE_STATE: 'The state of the template has changed. Reload and try again.',
  TEMPLATE_LACKS:
    'The template cannot be enabled yet: seals, signatories, fields or parameters are missing. Complete what is listed.',
  TEMPLATE_IN_USE:
    '{count} {count|contract still runs|contracts still run} on this template. Delete it when {count|it has|they have} ended; until then you can disable it.',
  TEMPLATE_PUBLISHED_MEANWHILE: 'Somebody else published version {number}. Reload, then enable again.',
  TEMPLATE_DISABLED:
    'The template “{name}” is disabled, so no contract can be started from it. Choose another template.',
  TEMPLATE_FILE_DIFFERS:
    'The file “{name}” is not what the template makes of what was filled in. Make it again, then send.',
  TEMPLATE_PARAMETERS_BROKEN:
    'The parameter file cannot be read: it is not well-formed XML, or it declares a document type (DTD), which is not allowed.',
  TEMPLATE_PARAMETERS_OTHER:
    'This XML is not a parameter file of a template. Choose one that was exported from a template, or write it as documented.',
  TEMPLATE_GROUP_EMPTY:
    'No template of the group “{name}” can be used: they are disabled, removed or no longer authorized to you. Enable one of them, or choose another group.',
  TEMPLATE_ASKS:
    'Templates of this business type need approval. Disable the template, change it, and enable it again.',
} satisfies Record<keyof typeof TEMPLATE_ERRORS, string>;
