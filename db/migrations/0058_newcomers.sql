CREATE TABLE `newcomer` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`state` text DEFAULT 'TO_COLLECT' NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`name_sealed` text NOT NULL,
	`id_type` text NOT NULL,
	`mobile_index` text NOT NULL,
	`id_number_index` text NOT NULL,
	`sealed` text NOT NULL,
	`department_id` text DEFAULT '' NOT NULL,
	`account_id` text DEFAULT '' NOT NULL,
	`link_round` integer DEFAULT 1 NOT NULL,
	`link_hash` text NOT NULL,
	`link_ends_at` integer NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`employee_id` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `newcomer_list` ON `newcomer` (`enterprise_id`,`archived`,`state`,`since`);--> statement-breakpoint
CREATE INDEX `newcomer_account` ON `newcomer` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_link` ON `newcomer` (`link_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_mobile` ON `newcomer` (`enterprise_id`,`mobile_index`) WHERE state not in ('COMPLETED', 'CANCELLED');--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_id_number` ON `newcomer` (`enterprise_id`,`id_number_index`) WHERE state not in ('COMPLETED', 'CANCELLED');--> statement-breakpoint
CREATE TABLE `newcomer_image` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`item_id` text NOT NULL,
	`file_key` text NOT NULL,
	`wrapped_key` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `newcomer_image_item` ON `newcomer_image` (`item_id`);--> statement-breakpoint
CREATE TABLE `newcomer_item` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`field_id` text NOT NULL,
	`field_version` integer NOT NULL,
	`position` integer NOT NULL,
	`state` text DEFAULT 'TO_COLLECT' NOT NULL,
	`value_sealed` text DEFAULT '' NOT NULL,
	`reason_sealed` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_item_field` ON `newcomer_item` (`newcomer_id`,`field_id`);--> statement-breakpoint
CREATE TABLE `newcomer_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `newcomer_record_newcomer` ON `newcomer_record` (`newcomer_id`,`at`);--> statement-breakpoint
ALTER TABLE `signer` ADD `id_type` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `id_number_index` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `id_number_sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `seal_kind` text DEFAULT '' NOT NULL;