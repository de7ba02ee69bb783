import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { BusinessType } from '#core/company/business-types.ts';
import type { OwnerType } from '#core/identity/states.ts';
import type { ClauseContent } from '#core/template/clause.ts';
import type { FieldType, PartRecord, RoleType } from '#core/template/parts.ts';
import type { TemplateLevel, TemplateScene, TemplateStatus, TemplateType } from '#core/template/record.ts';

/** A role of a signer in templates ([3.9]). */
export const templateRole = sqliteTable(
  'template_role',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** ENTERPRISE or PERSON. */
    type: text('type').$type<RoleType>().notNull(),
    note: text('note').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    /** Increases with every change and serves as version for optimistic locking. */
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_role_name').on(t.ownerKey, t.name)],
);

/** A field of templates, filled in for each contract ([3.8]). */
export const templateField = sqliteTable(
  'template_field',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** Maximum length of a value in characters. */
    length: integer('length').notNull(),
    /** JSON array of FieldType: the types that a value may have. */
    types: text('types', { mode: 'json' }).$type<FieldType[]>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_field_name').on(t.ownerKey, t.name)],
);

/** A clause in an enterprise's library: text to insert into web templates. */
export const templateClause = sqliteTable(
  'template_clause',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** Empty without a category. */
    category: text('category').notNull(),
    /** Text and fields, as JSON. */
    content: text('content', { mode: 'json' }).$type<ClauseContent>().notNull(),
    /** Plain text, for searching. */
    words: text('words').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_clause_name').on(t.ownerKey, t.name)],
);

/** A contract template, Word or web ([3.7]). */
export const template = sqliteTable(
  'template',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** WORD or WEB. */
    type: text('type').$type<TemplateType>().notNull(),
    businessType: text('business_type').$type<BusinessType>().notNull(),
    /** ENT or HR: the kind of tasks it is for. */
    scene: text('scene').$type<TemplateScene>().notNull(),
    status: text('status').$type<TemplateStatus>().notNull().default('DRAFT'),
    /** The version for new tasks; null until one is published. */
    versionId: text('version_id'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_name').on(t.ownerKey, t.name)],
);

/** A published version of a template. Immutable, so that tasks keep what they were made from. */
export const templateVersion = sqliteTable(
  'template_version',
  {
    id: text('id').primaryKey(),
    templateId: text('template_id').notNull(),
    ownerKey: text('owner_key').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    /** Name of the template at that time, since tasks outlive the template. */
    templateName: text('template_name').notNull().default(''),
    /** WORD or WEB. */
    kind: text('kind').notNull(),
    /** TemplateContent as JSON, encrypted. */
    contentSealed: text('content_sealed').notNull(),
    /** SHA-256 of that JSON in hex. */
    hash: text('hash').notNull(),
    /** Layout engine with version and fonts, as JSON; empty if unknown. */
    engine: text('engine').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('template_version_number').on(t.templateId, t.number)],
);

/** A submission for approval before enabling: of the next version, or of a published version to be enabled again. */
export const templateReview = sqliteTable(
  'template_review',
  {
    id: text('id').primaryKey(),
    templateId: text('template_id').notNull(),
    ownerKey: text('owner_key').notNull(),
    /** Id of the future version, or of the published one to be enabled again. */
    versionId: text('version_id').notNull(),
    number: integer('number').notNull(),
    /** TemplateContent as JSON, encrypted and bound to the version; empty if the version is already published. */
    contentSealed: text('content_sealed').notNull(),
    /** SHA-256 of that JSON in hex. */
    hash: text('hash').notNull(),
    engine: text('engine').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('template_review_template').on(t.templateId, t.createdAt)],
);

/** Files that the server made from Word templates, to verify documents of sent plans. */
export const templateMadeFile = sqliteTable(
  'template_made_file',
  {
    /** Owner for whom it was made. */
    ownerKey: text('owner_key').notNull(),
    sha256: text('sha256').notNull(),
    versionId: text('version_id').notNull(),
    /** SHA-256 of the canonical JSON of the values. */
    valuesDigest: text('values_digest').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerKey, t.sha256, t.versionId] })],
);

/**
 * Pictures and docx files of a template and its draft: files of the owner that everyone with access to the template may
 * read.
 */
export const templateFile = sqliteTable(
  'template_file',
  {
    templateId: text('template_id').notNull(),
    sha256: text('sha256').notNull(),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.sha256] }), index('template_file_digest').on(t.sha256)],
);

/** Access of other organizations to a template ([6.3c]): EDITABLE or VIEWABLE. */
export const templateGrant = sqliteTable(
  'template_grant',
  {
    templateId: text('template_id').notNull(),
    entId: text('ent_id').notNull(),
    level: text('level').$type<TemplateLevel>().notNull(),
    grantedBy: text('granted_by').notNull(),
    grantedAt: integer('granted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.entId] }), index('template_grant_ent').on(t.entId)],
);

/** Roles and fields that a template refers to; parts in use cannot be removed. */
export const templateUse = sqliteTable(
  'template_use',
  {
    templateId: text('template_id').notNull(),
    /** ROLE or FIELD. */
    kind: text('kind').notNull(),
    partId: text('part_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.templateId, t.kind, t.partId] }),
    index('template_use_part').on(t.kind, t.partId),
  ],
);

/** Change history of an enterprise's roles, fields, templates and clauses. Append-only. */
export const templateRecord = sqliteTable(
  'template_record',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    at: integer('at').notNull(),
    kind: text('kind').notNull(),
    partId: text('part_id').notNull(),
    /** Name of the part at that time, the only record of it after removal. */
    name: text('name').notNull(),
    record: text('record').$type<PartRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    /** JSON array of PartChange; empty if there are none. */
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('template_record_owner').on(t.ownerKey, t.kind, t.at)],
);

/** Stored layouts of Word files: the same file with the same values is converted once. */
export const wordLayout = sqliteTable(
  'word_layout',
  {
    /** SHA-256 of the converter's input. */
    input: text('input').primaryKey(),
    /** SHA-256 of the source docx. */
    docx: text('docx').notNull(),
    /** Whether it is the unfilled docx, for previews. */
    isPreview: integer('is_preview', { mode: 'boolean' }).notNull(),
    /** SHA-256 of the PDF in the file store. */
    pdf: text('pdf').notNull(),
    size: integer('size').notNull(),
    engine: text('engine').notNull(),
    ms: integer('ms').notNull(),
    /** JSON: page sizes, positions of controls and paragraphs. */
    facts: text('facts', { mode: 'json' })
      .$type<{
        pages: { widthMm: number; heightMm: number }[];
        boxes: { key: string; page: number; x: number; y: number; width: number; height: number }[];
        starts: [number, number, number, number][];
      }>()
      .notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('word_layout_docx').on(t.docx, t.isPreview, t.createdAt),
    index('word_layout_time').on(t.createdAt),
    index('word_layout_pdf').on(t.pdf),
  ],
);

/** Templates of one business type that are used together. */
export const templateGroup = sqliteTable(
  'template_group',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    businessType: text('business_type').$type<BusinessType>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_group_name').on(t.ownerKey, t.name)],
);

/** Templates of a group, in order: own ones and those of other organizations that authorized the enterprise. */
export const templateGroupMember = sqliteTable(
  'template_group_member',
  {
    groupId: text('group_id').notNull(),
    templateId: text('template_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.templateId] }),
    index('template_group_member_template').on(t.templateId),
  ],
);
