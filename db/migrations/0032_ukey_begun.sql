ALTER TABLE `ukey_signing` ADD `begun_sha256` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `ukey_signing` DROP COLUMN `input_key`;--> statement-breakpoint
ALTER TABLE `ukey_signing` DROP COLUMN `waiting`;--> statement-breakpoint
ALTER TABLE `ukey_signing` DROP COLUMN `signed`;--> statement-breakpoint
ALTER TABLE `ukey_signing` DROP COLUMN `kept`;--> statement-breakpoint
ALTER TABLE `ukey_signing` DROP COLUMN `began_at`;