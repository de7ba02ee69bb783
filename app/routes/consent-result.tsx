import { ConsentResult } from '../consent/consent-result.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['consent'] };
export const meta = pageTitle;

export default ConsentResult;
