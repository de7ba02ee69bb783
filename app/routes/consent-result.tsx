import { ConsentResult } from '../consent/consent-result.tsx';

export const handle = { ns: ['consent'], title: 'consent:done' };

export default ConsentResult;
