import { ConsentResult } from '../parts/consent/consent-result.tsx';

export const handle = { ns: ['consent'], title: 'consent:done' };

export default ConsentResult;
