CREATE TABLE `template_file` (
	`template_id` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`template_id`, `sha256`)
);
--> statement-breakpoint
CREATE TABLE `template_version` (
	`id` text PRIMARY KEY NOT NULL,
	`template_id` text NOT NULL,
	`owner_key` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`content_sealed` text NOT NULL,
	`hash` text NOT NULL,
	`engine` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_version_number` ON `template_version` (`template_id`,`number`);--> statement-breakpoint
ALTER TABLE `sync_ticket` ADD `access` text DEFAULT 'write' NOT NULL;--> statement-breakpoint
ALTER TABLE `document` ADD `template_version_id` text;--> statement-breakpoint
ALTER TABLE `document` ADD `values_sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `document_template` ON `document` (`template_version_id`);--> statement-breakpoint
ALTER TABLE `template` ADD `version_id` text;