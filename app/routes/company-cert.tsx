import { CertificateList } from '../features/certificate/certificate-list.tsx';

export const handle = { ns: ['certificate'] };

export default CertificateList;
