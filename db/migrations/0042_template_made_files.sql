CREATE TABLE `template_made_file` (
	`owner_key` text NOT NULL,
	`sha256` text NOT NULL,
	`version_id` text NOT NULL,
	`values_digest` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_key`, `sha256`, `version_id`)
);
--> statement-breakpoint
ALTER TABLE `template_version` ADD `template_name` text DEFAULT '' NOT NULL;