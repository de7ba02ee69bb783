import { isPersonName, normalizePersonName } from './names.ts';
import { ruleOf } from './rules.ts';

/** The rule of people's names, apart from the others: it brings tables of characters, which most pages do not need. */
export const personName = () => ruleOf('rule:personName', normalizePersonName, isPersonName);
