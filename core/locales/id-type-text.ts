import type { IdType } from '#core/validate/id-number.ts';
import type { Language } from './languages.ts';

/** Types of identity documents as sheets name them. A sheet made in one language is read in every other. */
export const ID_TYPE_TEXTS: Record<Language, Record<IdType, string>> = {
  'zh-CN': {
    RESIDENT_ID: '居民身份证',
    PASSPORT: '护照',
    OVERSEAS_CHINESE_PASSPORT: '华侨护照',
    HOME_RETURN_PERMIT: '港澳居民来往内地通行证',
    HK_MACAO_RESIDENCE_PERMIT: '港澳台居民居住证',
    FOREIGN_PERMANENT_RESIDENT: '外国人永久居留身份证',
    TAIWAN_PERMIT: '台湾居民来往大陆通行证',
  },
  'zh-TW': {
    RESIDENT_ID: '居民身分證',
    PASSPORT: '護照',
    OVERSEAS_CHINESE_PASSPORT: '華僑護照',
    HOME_RETURN_PERMIT: '港澳居民來往內地通行證',
    HK_MACAO_RESIDENCE_PERMIT: '港澳臺居民居住證',
    FOREIGN_PERMANENT_RESIDENT: '外國人永久居留身分證',
    TAIWAN_PERMIT: '臺灣居民來往大陸通行證',
  },
  'en-US': {
    RESIDENT_ID: 'Resident ID card',
    PASSPORT: 'Passport',
    OVERSEAS_CHINESE_PASSPORT: 'Overseas Chinese passport',
    HOME_RETURN_PERMIT: 'Home-return permit',
    HK_MACAO_RESIDENCE_PERMIT: 'Residence permit for Hong Kong, Macao and Taiwan',
    FOREIGN_PERMANENT_RESIDENT: 'Foreign permanent resident ID card',
    TAIWAN_PERMIT: 'Mainland travel permit for Taiwan',
  },
};
